/** The settings of this browser, read once from its storage. */
import { readSettings, type Settings } from './stored-settings';
import { store, stored } from './storage';

export type { Settings } from './stored-settings';

const STORED = 'goldenspike.settings';

export const settings = $state<Settings>(readSettings(stored(STORED)));

export function saveSettings(): void {
  store(STORED, JSON.stringify(settings));
}

/** Whether animations are on. */
export function motionAllowed(): boolean {
  if (settings.motion !== 'system') return settings.motion === 'on';
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
