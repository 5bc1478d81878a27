/** Where a line of a text begins and ends, to select it. Lines count from 1. */
export function lineRange(text: string, line: number): [number, number] {
  const lines = text.split('\n');
  const before = lines.slice(0, Math.max(0, line - 1));
  const start = Math.min(
    text.length,
    before.reduce((sum, each) => sum + each.length + 1, 0),
  );
  return [start, start + (lines[line - 1]?.length ?? 0)];
}
