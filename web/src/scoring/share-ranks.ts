/** Who has how many shares of each company, and what they would score now, for display. */
import type { Board } from '../board/model';
import type { CompanyJson, View } from '../server/types';

export interface ShareRow {
  company: CompanyJson;
  /** Shares that nobody has taken. */
  left: number;
  /** By seat. */
  counts: number[];
  points: number[];
}

/** Most shares first; of equals, whoever took their first share earlier. */
export function shareRows(board: Board, view: View | null): ShareRow[] {
  return board.companies.map((company) => {
    const taken = view?.shares?.[company.id] ?? [];
    const counts = (view?.seats ?? []).map((_, seat) => taken.filter((each) => each === seat).length);
    const holders = [...new Set(taken)].sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
    const points = counts.map((count, seat) => (count > 0 ? (company.points[holders.indexOf(seat)] ?? 0) : 0));
    return { company, left: company.shares - taken.length, counts, points };
  });
}
