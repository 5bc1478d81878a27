// Caches the client's files so that it opens offline; games always need the server.
// The build writes its version and files here, so that every release is a new worker with its own cache.
const STORE = 'goldenspike-__VERSION__';
const FILES = __FILES__;
/** The page leaves the words of a message here, in the reader's language. */
const WORDS = 'goldenspike-words';

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
  const others = (await caches.keys()).filter((name) => name !== STORE && name !== WORDS);
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

self.addEventListener('push', (event) => {
  event.waitUntil(showTurn(event.data?.json() ?? {}));
});

/** It is our turn at a table; nothing is shown to somebody who is looking at it already. */
async function showTurn(message) {
  const open = await self.clients.matchAll({ type: 'window' });
  const path = `/table/${message.table ?? ''}`;
  if (open.some((page) => page.focused && new URL(page.url).pathname === path)) return;
  const kept = await (await caches.open(WORDS)).match('/notice-words');
  const words = kept ? await kept.json() : { title: 'Golden Spike', body: 'It is your turn.' };
  const more = message.waiting > 1 ? ` (${message.waiting})` : '';
  await self.registration.showNotification(words.title, {
    body: words.body + more,
    tag: message.table,
    data: path,
    icon: '/icon-192.png',
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data));
});

async function openTable(path) {
  const open = await self.clients.matchAll({ type: 'window' });
  const page = open.find((each) => new URL(each.url).pathname === path);
  await (page ? page.focus() : self.clients.openWindow(path));
}
