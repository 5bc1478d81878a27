/** Where a mistake is: which part of the editor shows the field that the server names. */
import { ticketKey, trackKeys, type BoardDocument } from './board-document';

export type Tab = 'board' | 'places' | 'tracks' | 'tickets' | 'rules';

export interface ProblemTarget {
  tab: Tab;
  /** The place, track or ticket; null: the whole list, or a field of the rules. */
  uid: number | null;
  /** The field, as a path in its section, for example `players.most`; of a place, track or ticket, its own field. */
  field: string;
}

/** The parts of a field's name: `tracks."a-b:red".length` has three. */
export function fieldPath(field: string): string[] {
  return Array.from(field.matchAll(/"([^"]*)"|'([^']*)'|([^."']+)/g), ([, a, b, c]) => a ?? b ?? c ?? '');
}

export function problemTarget(document: BoardDocument, field: string): ProblemTarget {
  const [first = '', second, ...rest] = fieldPath(field);
  if (first === 'places' || first === 'place_names') {
    const id = first === 'places' ? second : rest[0];
    const place = document.places.find((each) => each.id === id);
    return { tab: 'places', uid: place?.uid ?? null, field: first === 'places' ? (rest[0] ?? '') : 'name' };
  }
  if (first === 'tracks') {
    const found = [...trackKeys(document)].find(([, key]) => key === second);
    return { tab: 'tracks', uid: found?.[0] ?? null, field: rest[0] ?? '' };
  }
  if (first === 'tickets') {
    const ticket = document.tickets.find((each) => each.deck === second && ticketKey(each) === rest[0]);
    return { tab: 'tickets', uid: ticket?.uid ?? null, field: rest[1] ?? '' };
  }
  const path = [first, second, ...rest].filter((part) => part !== undefined).join('.');
  return { tab: first === 'board' || first === 'map' || first === '' ? 'board' : 'rules', uid: null, field: path };
}
