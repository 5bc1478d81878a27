/** Web Push in this browser: whether it is on, and switching it. */
import { notices, subscribe, unsubscribe } from '../server/http';

/** Where the service worker finds the words of a message in the reader's language. */
const WORDS = 'goldenspike-words';

export const pushPossible = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && 'caches' in window;

async function current(): Promise<PushSubscription | null> {
  if (!pushPossible()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function pushIsOn(): Promise<boolean> {
  return (await current()) !== null;
}

/** Ask for permission and subscribe; false if the permission was refused. */
export async function switchPushOn(title: string, body: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const store = await caches.open(WORDS);
  await store.put('/notice-words', Response.json({ title, body }));
  const registration = await navigator.serviceWorker.ready;
  const { key } = await notices();
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  await subscribe(endpoint ?? '', keys?.p256dh ?? '', keys?.auth ?? '');
  return true;
}

export async function switchPushOff(): Promise<void> {
  const made = await current();
  if (!made) return;
  await made.unsubscribe();
  await unsubscribe(made.endpoint);
}
