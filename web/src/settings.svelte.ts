/** What a visitor has chosen for this browser; kept in local storage, read once. */
import { readSettings, type Settings } from './choices';

export type { Settings } from './choices';

const STORED = 'goldenspike.settings';

function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

export const settings = $state<Settings>(readSettings(stored()));

export function saveSettings(): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(settings));
  } catch {
    // Nothing to keep it in: it holds until the page is closed.
  }
}

/** Whether anything may move on the screen. */
export function motionAllowed(): boolean {
  if (settings.motion !== 'system') return settings.motion === 'on';
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
