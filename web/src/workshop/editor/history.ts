/** Undo and redo: documents before and after the one that is shown. */

export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** What the last edit was about: the next one about the same (typing, dragging) is undone together with it. */
  readonly about: string;
}

export const MOST_STEPS = 300;

export const newHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], about: '' });

/** Note an edit. An `about` that is not empty joins edits in a row into one step. */
export function edited<T>(history: History<T>, next: T, about = ''): History<T> {
  if (next === history.present) return history;
  if (about && about === history.about && history.future.length === 0) return { ...history, present: next };
  return { past: [...history.past, history.present].slice(-MOST_STEPS), present: next, future: [], about };
}

export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    about: '',
  };
}

export function redone<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.present], present: after, future, about: '' };
}

/** The next edit is a step of its own, whatever it is about. */
export const closeStep = <T>(history: History<T>): History<T> => (history.about ? { ...history, about: '' } : history);
