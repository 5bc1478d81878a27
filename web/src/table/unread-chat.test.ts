import { expect, it } from 'vitest';
import type { Said } from '../server/types';
import { UnreadChat } from './unread-chat.svelte';

it('counts what was said while the chat was closed', () => {
  const live = { chat: [] as Said[] };
  const say = (n: number): void => void live.chat.push(...Array.from({ length: n }, () => ({}) as Said));
  const chat = new UnreadChat(live);
  say(2);
  expect(chat.unread).toBe(2);
  chat.open = true;
  say(1);
  expect(chat.unread).toBe(0);
  chat.open = false;
  expect(chat.unread).toBe(0);
  say(3);
  expect(chat.unread).toBe(3);
});
