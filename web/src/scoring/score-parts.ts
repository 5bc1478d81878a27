/** Final scores part by part: which parts a game has, and what each adds for each seat. */
import type { FinalScore } from '../server/types';

export type Part = 'routes' | 'tickets' | 'longest' | 'most_tickets' | 'passengers' | 'bonus';

export interface CountedPart {
  part: Part;
  /** The id of a bonus in the board's list. */
  bonus?: string;
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
  for (const id of listedBonuses(scores)) {
    parts.push({ part: 'bonus', bonus: id, points: scores.map((score) => bonus(score, id)) });
  }
  if (scores.some((score) => score.passenger_points !== 0 || 'passengers' in score.bonuses)) {
    parts.push({ part: 'passengers', points: scores.map((score) => score.passenger_points) });
  }
  return parts;
}

/** Bonuses of the board's own list, by id; the two others have parts of their own. */
export function listedBonuses(scores: readonly FinalScore[]): string[] {
  return Object.keys(scores[0]?.bonuses ?? {}).filter((id) => id !== 'longest_path' && id !== 'most_tickets');
}
