/** Which page an address shows. Pure, so that every address can be tested without a browser. */

export type Page =
  | { name: 'start' }
  | { name: 'new' }
  | { name: 'lobby' }
  | { name: 'games' }
  | { name: 'settings' }
  | { name: 'account' }
  | { name: 'moderation' }
  | { name: 'puzzles' }
  | { name: 'explorer'; board: string; tickets: string[] }
  | { name: 'puzzle'; board: string; number: number }
  | { name: 'workshop'; from: string | null }
  | { name: 'editor'; draft: string | null; from: string | null }
  | { name: 'board'; id: string }
  | { name: 'learn'; table: string | null }
  | { name: 'rules'; board: string }
  | { name: 'leaderboard'; board: string }
  | { name: 'join'; code: string }
  | { name: 'table'; id: string }
  | { name: 'replay'; id: string; step: number | null; eyes: string; tab: 'game' | 'review'; whatIf: boolean }
  | { name: 'missing' };

const SIMPLE = ['new', 'lobby', 'games', 'settings', 'account', 'moderation', 'puzzles'] as const;

export function pageOf(path: string, query: URLSearchParams = new URLSearchParams()): Page {
  const parts = path.split('/').filter(Boolean).map(safeDecode);
  const [first, second] = parts;
  if (parts.length === 0) return { name: 'start' };
  if (parts.length === 1) {
    const simple = SIMPLE.find((name) => name === first);
    if (simple) return { name: simple };
    if (first === 'workshop') return { name: 'workshop', from: query.get('from') };
    if (first === 'learn') return { name: 'learn', table: query.get('table') };
    if (first === 'rules' || first === 'leaderboard') return { name: first, board: 'usa' };
  }
  if (parts.length === 2 && second) {
    if (first === 'workshop' && second === 'editor')
      return { name: 'editor', draft: query.get('draft'), from: query.get('from') };
    if (first === 'rules' || first === 'leaderboard') return { name: first, board: second };
    if (first === 'explorer')
      return { name: 'explorer', board: second, tickets: (query.get('tickets') ?? '').split(',').filter(Boolean) };
    if (first === 'join') return { name: 'join', code: second };
    if (first === 'board') return { name: 'board', id: second };
    if (first === 'table') return { name: 'table', id: second };
    if (first === 'replay') {
      const step = query.get('step');
      const number = step === null ? NaN : Number(step);
      return {
        name: 'replay',
        id: second,
        step: Number.isInteger(number) && number >= 0 ? number : null,
        eyes: query.get('eyes') ?? 'open',
        whatIf: query.has('what_if'),
        tab: query.get('tab') === 'review' ? 'review' : 'game',
      };
    }
  }
  if (parts.length === 3 && first === 'puzzles' && second && /^[1-9]\d{0,5}$/.test(parts[2]!))
    return { name: 'puzzle', board: second, number: Number(parts[2]) };
  return { name: 'missing' };
}

/** What someone types or pastes to join: a code, or a whole invite link. */
export function codeFrom(text: string): string {
  const trimmed = text.trim();
  const link = /\/join\/([^/?#\s]+)/.exec(trimmed);
  return safeDecode(link?.[1] ?? trimmed).toUpperCase();
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
