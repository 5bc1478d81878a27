/** Who has most and second most passengers of each colour, for display. */

export interface MajorityRow {
  colour: string;
  counts: number[];
  /** Seats that would score as first and as second if the game ended now. */
  first: number[];
  second: number[];
}

export function majorities(
  colours: readonly string[],
  held: readonly (Record<string, number> | undefined)[],
): MajorityRow[] {
  return colours.map((colour) => {
    const counts = held.map((passengers) => passengers?.[colour] ?? 0);
    const ranked = [...new Set(counts.filter((count) => count > 0))].sort((a, b) => b - a);
    const holding = (count: number | undefined): number[] =>
      count === undefined ? [] : counts.flatMap((each, seat) => (each === count ? [seat] : []));
    const first = holding(ranked[0]);
    return { colour, counts, first, second: first.length > 1 ? [] : holding(ranked[1]) };
  });
}
