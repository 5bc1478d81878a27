/** The final scoring as a show: one step after another, each with everyone's points after it. */
import type { FinalScore } from '../server/types';
import { listedBonuses } from './score-parts';

export type ShowStep =
  | { kind: 'routes' }
  | { kind: 'ticket'; seat: number; ticket: string; made: boolean; points: number }
  | { kind: 'longest' | 'most_tickets'; seats: number[] }
  | { kind: 'bonus'; bonus: string; seats: number[] }
  | { kind: 'passengers'; seat: number; points: number };

export interface ShownStep {
  step: ShowStep;
  /** Points after this step, in the order of the scores. */
  sums: number[];
}

const BONUSES = [
  ['longest', 'longest_path'],
  ['most_tickets', 'most_tickets'],
] as const;

/** Routes first, then ticket by ticket, passengers, and what is won by having most. */
export function showSteps(scores: readonly FinalScore[]): ShownStep[] {
  if (scores.length === 0) return [];
  let sums = scores.map((score) => score.route_points);
  const steps: ShownStep[] = [{ step: { kind: 'routes' }, sums }];
  const add = (step: ShowStep, points: (score: FinalScore) => number): void => {
    sums = sums.map((sum, index) => sum + points(scores[index]!));
    steps.push({ step, sums });
  };
  for (const { seat, tickets } of scores)
    for (const { ticket, made, points: worth } of tickets) {
      const points = made ? worth : -worth;
      add({ kind: 'ticket', seat, ticket, made, points }, (score) => (score.seat === seat ? points : 0));
    }
  for (const { seat, passenger_points: points } of scores)
    if (points !== 0) add({ kind: 'passengers', seat, points }, (score) => (score.seat === seat ? points : 0));
  for (const [kind, name] of BONUSES) {
    const bonus = (score: FinalScore): number => score.bonuses[name] ?? 0;
    const seats = scores.filter((score) => bonus(score) !== 0).map((score) => score.seat);
    if (seats.length > 0) add({ kind, seats }, bonus);
  }
  for (const bonus of listedBonuses(scores)) {
    const points = (score: FinalScore): number => score.bonuses[bonus] ?? 0;
    const seats = scores.filter((score) => points(score) !== 0).map((score) => score.seat);
    if (seats.length > 0) add({ kind: 'bonus', bonus, seats }, points);
  }
  return steps;
}

/** How long a step is shown, in milliseconds: a long list of tickets is turned faster. */
export function stepTime(step: ShowStep, tickets: number): number {
  if (step.kind === 'ticket') return Math.min(900, Math.max(350, 9000 / tickets));
  return step.kind === 'routes' ? 1100 : 1700;
}
