/** The rules of stations in the editor. */
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import type { BoardEditor, PlacedProblem } from './board-editor.svelte';
import { resized } from './rule-fields';
import StationFields from './StationFields.svelte';
import { readFile } from './toml-file';

/** The fields for this table of a file; `problems`: those of the costs. */
const fields = (table: string, problems: PlacedProblem[] = []): string =>
  render(StationFields, {
    props: {
      editor: { document: readFile(`[board]\nid = "x"\n${table}`) } as BoardEditor,
      wrong: (field: string) => (field === 'stations.costs' ? problems : []),
      set: () => undefined,
    },
  }).body;
const values = (body: string): string[] =>
  [...body.matchAll(/type="number"[^>]*value="(\d+)"/g)].map((each) => each[1]!);

describe('the fields of stations', () => {
  it('ask only for their number on a board without them', () => {
    expect(values(fields(''))).toEqual(['0']);
    expect(fields('')).not.toContain('stations.shared');
  });
  it('show the number, each cost and the points of those not built', () => {
    const body = fields('[stations]\ncosts = [1, 2, 4]\nunused = 3\n');
    expect(values(body)).toEqual(['3', '1', '2', '4', '3']);
    expect(body).toContain('Cards for station 3');
    expect(body).not.toMatch(/data-field="stations.shared"[^>]* checked/);
  });
  it('show that places are shared', () =>
    expect(fields('[stations]\ncosts = [1]\nshared = true\n')).toMatch(/data-field="stations.shared"[^>]* checked/));
  it('show what is wrong with the costs beside them', () => {
    const problem = { path: 'stations.costs', what: 'a later station never costs less', hint: '' } as PlacedProblem;
    expect(fields('[stations]\ncosts = [2, 1]\n', [problem])).toContain('never costs less');
  });
  it('let further stations cost what the last one does', () => {
    expect(resized([1, 2], 4)).toEqual([1, 2, 2, 2]);
    expect(resized([1, 2, 3], 2)).toEqual([1, 2]);
    expect(resized([], 2)).toEqual([1, 1]);
  });
});
