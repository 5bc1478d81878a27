// Caches the client's files so that it opens offline; games always need the server.
// The build writes its version and files here, so that every release is a new worker with its own cache.
const STORE = 'goldenspike-__VERSION__';
const FILES = __FILES__;

self.addEventListener('install', (event) => {
  event.waitUntil(keepEverything().then(() => self.skipWaiting()));
});

/** The page and every file it may need: after one visit it opens offline. */
async function keepEverything() {
  const store = await caches.open(STORE);
  await store.addAll(['/', ...FILES.map((file) => `/${file}`)]);
}

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldStores().then(() => self.clients.claim()));
});

/** The cache of the previous release is kept: a page of it may still be open and load more parts. */
async function dropOldStores() {
  const others = (await caches.keys()).filter((name) => name !== STORE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/api/') || url.pathname.startsWith('/ws/')) return;
  if (url.pathname.startsWith('/assets/')) {
    // Their names contain a hash of their content, so a cached file never expires.
    event.respondWith(
      caches.match(event.request).then(async (kept) => {
        if (kept) return kept;
        const answer = await fetch(event.request);
        if (answer.ok) await (await caches.open(STORE)).put(event.request, answer.clone());
        return answer;
      }),
    );
    return;
  }
  if (event.request.mode === 'navigate') {
    event.respondWith(
      fetch(event.request)
        .then((answer) => {
          if (answer.ok) {
            const copy = answer.clone();
            event.waitUntil(caches.open(STORE).then((store) => store.put('/', copy)));
          }
          return answer;
        })
        .catch(async () => (await (await caches.open(STORE)).match('/')) ?? Response.error()),
    );
  }
});
