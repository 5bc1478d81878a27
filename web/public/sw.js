// Keeps the client's own files so that it opens without a network; the game itself always talks to the server.
const STORE = 'goldenspike-1';

self.addEventListener('install', (event) => {
  event.waitUntil(keepEverything().then(() => self.skipWaiting()));
});

/** The page and every file it may ask for: a first visit is enough to open it without a network. */
async function keepEverything() {
  const store = await caches.open(STORE);
  const built = await (await fetch('/files.json')).json();
  const files = new Set(Object.values(built).flatMap((part) => [part.file, ...(part.css ?? []), ...(part.assets ?? [])]));
  await store.addAll(['/', ...[...files].map((file) => `/${file}`)]);
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/api/') || url.pathname.startsWith('/ws/')) return;
  if (url.pathname.startsWith('/assets/')) {
    // Their names change with their content: what is stored is right for ever.
    event.respondWith(
      caches.open(STORE).then(async (store) => {
        const kept = await store.match(event.request);
        if (kept) return kept;
        const answer = await fetch(event.request);
        if (answer.ok) await store.put(event.request, answer.clone());
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
        .catch(async () => (await caches.match('/')) ?? Response.error()),
    );
  }
});
