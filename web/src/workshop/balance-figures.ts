/** What a report of a board says of points and shares, with each number of players. */
export interface BalanceFigures {
  players: { players: number; points: Record<string, number>; tokens_paid: number }[];
  bonuses: { id: string; name: string; names: Record<string, string>; paid: number }[];
  companies: {
    id: string;
    name: string;
    names: Record<string, string>;
    shares: number;
    taken: number;
    run_out: number;
    points: number[];
  }[];
}
