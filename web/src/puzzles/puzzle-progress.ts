/** What this browser has solved: every puzzle's first answer, and days in a row with a solved puzzle of the day. */
import { store, stored } from '../shell/storage';

const KEY = 'goldenspike.puzzles';

export interface Progress {
  /** By the id of a puzzle: whether the first answer was right. */
  tried: Record<string, boolean>;
  /** The last day whose puzzle was solved, and how many days in a row that was; '' before the first. */
  day: string;
  days: number;
}

export const NOTHING: Progress = { tried: {}, day: '', days: 0 };

/** The first answer counts. `day`: the puzzle is the one of this day ("2026-11-18"); null: it is another one. */
export function answered(before: Progress, puzzle: string, right: boolean, day: string | null): Progress {
  if (puzzle in before.tried) return before;
  const tried = { ...before.tried, [puzzle]: right };
  if (!right || day === null || day === before.day) return { ...before, tried };
  return { tried, day, days: dayAfter(before.day) === day ? before.days + 1 : 1 };
}

/** Days in a row up to today; 0 if a day was left out. Today itself may still be solved. */
export function streak(progress: Progress, today: string): number {
  return progress.day === today || dayAfter(progress.day) === today ? progress.days : 0;
}

function dayAfter(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? '' : new Date(time + 86_400_000).toISOString().slice(0, 10);
}

export function progress(): Progress {
  try {
    return { ...NOTHING, ...(JSON.parse(stored(KEY) ?? '{}') as Partial<Progress>) };
  } catch {
    return NOTHING;
  }
}

export function saveProgress(now: Progress): void {
  store(KEY, JSON.stringify(now));
}
