/** The puzzles of the day: choosing by keyboard, what was right, and days in a row. */
import { expect, test } from '@playwright/test';
import { clean } from './axe';

interface Puzzle {
  answer: string;
  options: { action: string; reasons: unknown[] }[];
}

test('a puzzle is answered by keyboard, with feedback, and counts for the days in a row', async ({ page, request }) => {
  const { boards } = (await (await request.get('/api/puzzles')).json()) as {
    boards: { board: string; puzzles: number; today: number }[];
  };
  expect(boards.map(({ board }) => board).sort()).toEqual(['germany', 'nordic', 'usa']);
  const { today } = boards.find(({ board }) => board === 'usa')!;
  const puzzle = (await (await request.get(`/api/puzzles/usa/${today}`)).json()) as Puzzle;

  await page.goto('/puzzles');
  await expect(page.locator('[data-streak="0"]')).toBeVisible();
  await clean(page, 'puzzles');
  await page.locator('[data-today="usa"]').click();
  const shown = page.locator('[data-puzzle]');
  await expect(shown).toHaveAttribute('data-answered', 'no');
  await expect(page.locator('[data-do="answer"]')).toBeDisabled();
  await clean(page, 'a puzzle');

  // Arrow keys go through the moves; Enter answers.
  const moves = page.getByRole('radio');
  await expect(moves).toHaveCount(puzzle.options.length);
  await moves.first().focus();
  await page.keyboard.press('Space');
  const place = puzzle.options.findIndex(({ action }) => action === puzzle.answer);
  for (let n = 0; n < place; n += 1) await page.keyboard.press('ArrowDown');
  await expect(moves.nth(place)).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(shown).toHaveAttribute('data-answered', 'right');
  await expect(page.locator('.told')).toContainText('Right!');
  await expect(page.locator('.told li').first()).not.toBeEmpty();
  await expect(page.locator('label', { hasText: 'of winning' })).toHaveCount(puzzle.options.length - 1);
  await clean(page, 'an answer', 'svg.board');
  await page.goto('/puzzles');
  await expect(page.locator('[data-streak="1"]')).toContainText('1 of 1');
});

test('a wrong answer shows the better one on the board, on a phone and in another language too', async ({
  page,
  request,
}) => {
  // The first puzzle whose answer is a track.
  let number = 0;
  let puzzle: Puzzle | null = null;
  while (!puzzle?.answer.startsWith('claim ')) {
    number += 1;
    puzzle = (await (await request.get(`/api/puzzles/germany/${number}`)).json()) as Puzzle;
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/puzzles/germany/${number}`);
  const wrong = puzzle.options.find(({ action }) => action !== puzzle.answer)!;
  await page.locator(`[data-option="${wrong.action}"]`).click();
  await page.locator('[data-do="answer"]').click();
  await expect(page.locator('[data-answered="wrong"]')).toBeVisible();
  await expect(page.locator('.told')).toContainText('Better: claim');
  await expect(page.locator('svg.board .trace').first()).toBeAttached();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await clean(page, 'a wrong answer on a phone', 'svg.board');
  await page.locator('[data-do="next"]').click();
  await expect(page.locator('[data-answered="no"]')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('goldenspike.language', 'ja'));
  await page.goto('/puzzles/germany/999999');
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await page.goto('/puzzles');
  await expect(page.locator('h1')).toHaveText('パズル');
});
