/** What axe finds wrong with a page. */
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * All rules in the light theme, then those about colours in the dark one, which differs in nothing else. The board has
 * more elements than everything else together: where it was looked at before, only what has changed is.
 */
export async function clean(page: Page, where: string, seen = ''): Promise<void> {
  // Our pages have no frames, so axe runs in the page itself: reports from frames would cost it most of its time,
  // and so would descriptions of everything that is right.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const told = await page.evaluate(
    async ({ tags, seen }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const wrong: string[] = [];
      for (const theme of ['light', 'dark']) {
        document.documentElement.dataset.theme = theme;
        const { violations } = await run(seen ? { exclude: [seen] } : document, {
          runOnly: theme === 'light' ? tags : ['color-contrast'],
          resultTypes: ['violations'],
        });
        for (const { id, nodes } of violations) {
          const told = nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary?.split('\n')[1]?.trim()})`);
          wrong.push(`${theme}: ${id}: ${told.slice(0, 3).join('; ')}`);
        }
      }
      document.documentElement.dataset.theme = 'light';
      return wrong;
    },
    { tags: TAGS, seen },
  );
  expect(told, where).toEqual([]);
}
