/** How the editor speaks of tracks, kinds and tickets. */
import { m } from '../../paraglide/messages.js';
import { colourWord } from '../../shell/game-words';
import {
  endsOf,
  isTable,
  kindOf,
  lengthOf,
  nameOf,
  tableIn,
  textIn,
  type BoardDocument,
  type Ticket,
} from './board-document';
import { placeById } from './edits';

export const placeWord = (document: BoardDocument, id: string): string => {
  const place = placeById(document, id);
  return place ? nameOf(place) : id;
};

/** The end of a ticket: a place or a region. */
export const endWord = (document: BoardDocument, id: string): string =>
  placeById(document, id)
    ? placeWord(document, id)
    : textIn(tableIn(tableIn(document.sections, 'regions'), id), 'name', id);

/** All ends of a ticket: "Mill – Birch / Shore" where each of the others has points of its own. */
export function ticketWords(document: BoardDocument, ticket: Ticket): string {
  const words = endsOf(ticket).map((end) => endWord(document, end));
  if (!isTable(ticket.value)) return words.join(' – ');
  return [words[0], words.slice(1).join(' / ')].join(' – ');
}

const KIND_WORDS: Record<string, () => string> = {
  train: m.editor_kind_train,
  ferry: m.editor_kind_ferry,
  tunnel: m.editor_kind_tunnel,
};
export const kindName = (kind: string): string => KIND_WORDS[kind]?.() ?? kind;

export function trackEnds(document: BoardDocument, uid: number): string {
  const track = document.tracks.find((each) => each.uid === uid);
  if (!track) return '';
  return track.raw ?? `${placeWord(document, track.a)} – ${placeWord(document, track.b)}`;
}

export function trackWords(document: BoardDocument, uid: number): string {
  const track = document.tracks.find((each) => each.uid === uid);
  if (!track) return '';
  return `${trackEnds(document, uid)}: ${lengthOf(track)}, ${colourWord(track.colour)}, ${kindName(kindOf(track))}`;
}
