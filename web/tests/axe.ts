/** What axe finds wrong with a page. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * All rules in the light theme, then those about colours in the dark one, which differs in nothing else. The board has
 * more elements than everything else together: where it was looked at before, only what has changed is.
 */
export async function clean(page: Page, where: string, seen = ''): Promise<void> {
  const told: string[] = [];
  for (const theme of ['light', 'dark']) {
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    const axe = new AxeBuilder({ page });
    if (seen) axe.exclude(seen);
    const { violations } = await (theme === 'light' ? axe.withTags(RULES) : axe.withRules('color-contrast')).analyze();
    told.push(
      ...violations.map(
        (violation) =>
          `${where}, ${theme}: ${violation.id}: ${violation.nodes
            .map((node) => `${node.target.join(' ')} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`)
            .slice(0, 3)
            .join('; ')}`,
      ),
    );
  }
  await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
  expect(told).toEqual([]);
}
