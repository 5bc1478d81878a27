/** Final scores part by part: which parts a game has, and what each adds for each seat. */
import type { FinalScore } from '../server/types';

export type Part = 'routes' | 'tickets' | 'longest' | 'most_tickets' | 'passengers';

export interface CountedPart {
  part: Part;
  points: number[];
}

/** The parts in the order they are counted, without those the board does not have; none before scores are known. */
export function countedParts(scores: readonly FinalScore[]): CountedPart[] {
  if (scores.length === 0) return [];
  const bonus = (score: FinalScore, name: string): number => score.bonuses[name] ?? 0;
  const has = (name: string): boolean => scores.some((score) => name in score.bonuses);
  const parts: CountedPart[] = [
    { part: 'routes', points: scores.map((score) => score.route_points) },
    { part: 'tickets', points: scores.map((score) => score.ticket_points) },
  ];
  if (has('longest_path')) parts.push({ part: 'longest', points: scores.map((score) => bonus(score, 'longest_path')) });
  if (has('most_tickets'))
    parts.push({ part: 'most_tickets', points: scores.map((score) => bonus(score, 'most_tickets')) });
  if (scores.some((score) => score.passenger_points !== 0 || 'passengers' in score.bonuses)) {
    parts.push({ part: 'passengers', points: scores.map((score) => score.passenger_points) });
  }
  return parts;
}

/** The running sums after each part: the last line is the final score. */
export function runningSums(parts: readonly CountedPart[], seats: number): number[][] {
  const sums: number[][] = [];
  let last = Array<number>(seats).fill(0);
  for (const part of parts) {
    last = last.map((sum, seat) => sum + (part.points[seat] ?? 0));
    sums.push(last);
  }
  return sums;
}
