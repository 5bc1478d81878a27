/** Boards that are being made, kept in this browser under their names. */
import { store, stored } from '../../shell/storage';

export interface Draft {
  id: string;
  name: string;
  /** When it was saved last, in milliseconds. */
  saved: number;
  /** The board file. */
  file: string;
  /** The design on the server that it is a revision of. */
  design: string | null;
  /** The board as it was published last. */
  published: string | null;
}
export type DraftSummary = Omit<Draft, 'file'>;

const INDEX = 'goldenspike.drafts';
const key = (id: string): string => `goldenspike.draft.${id}`;
export const MOST_DRAFTS = 50;

/** The drafts of this browser, the one saved last first. */
export function drafts(): DraftSummary[] {
  try {
    const list: unknown = JSON.parse(stored(INDEX) ?? '[]');
    return Array.isArray(list) ? list.filter(isSummary) : [];
  } catch {
    return [];
  }
}

const isSummary = (value: unknown): value is DraftSummary =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as DraftSummary).id === 'string' &&
  typeof (value as DraftSummary).name === 'string' &&
  typeof (value as DraftSummary).saved === 'number';

export function loadDraft(id: string): Draft | null {
  const summary = drafts().find((draft) => draft.id === id);
  const file = stored(key(id));
  return summary && file !== null ? { ...summary, file } : null;
}

/** Save a draft; when there are too many, the oldest is forgotten. */
export function saveDraft(draft: Draft): void {
  const { file, ...summary } = draft;
  const others = drafts().filter(({ id }) => id !== draft.id);
  store(key(draft.id), file);
  for (const { id } of others.slice(MOST_DRAFTS - 1)) store(key(id), null);
  store(INDEX, JSON.stringify([summary, ...others.slice(0, MOST_DRAFTS - 1)]));
}

export function removeDraft(id: string): void {
  store(key(id), null);
  store(INDEX, JSON.stringify(drafts().filter((draft) => draft.id !== id)));
}

export const newDraftId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
