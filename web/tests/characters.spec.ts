/** Bots with names and faces, and reactions between people. */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { newTable, open } from './tables';

/** Every picture inside has been loaded. */
async function loaded(page: Page, selector: string, count: number): Promise<void> {
  const pictures = page.locator(selector);
  await expect(pictures).toHaveCount(count);
  for (const picture of await pictures.all())
    await expect.poll(() => picture.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
}

test('bots have names, faces and a line about their play, from the new table on', async ({ page }) => {
  await page.goto('/new');
  await page.getByLabel('Your name').fill('Zoe');
  await page.locator('[data-new="players"]').selectOption('3');
  await page.locator('fieldset select').first().selectOption('bot:normal');
  await expect(page.getByText('Who will come? Felix, Greta, Hugo, Ines, Jonas')).toBeVisible();
  await loaded(page, '.cast img', 5);
  await page.locator('[data-do="create"]').click();
  await page.getByRole('button', { name: 'Fill with bots' }).click();
  await loaded(page, '.seats img', 2);
  await expect(page.getByText('normal · ')).toHaveCount(2);
  const names = await page.locator('.seats li:has(img) b').allInnerTexts();
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(['Felix', 'Greta', 'Hugo', 'Ines', 'Jonas']).toContain(name.trim());

  await page.locator('[data-do="start"]').click();
  await loaded(page, '.players img', 2);
  const about = page.locator('.players').getByRole('button', { name: names[0]!.trim() });
  await about.press('Enter');
  await expect(about).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('.players')).toContainText('One decision in ten is a whim.');
});

async function twoAtATable(browser: Browser): Promise<[Page, Page]> {
  const ada = await (await browser.newContext()).newPage();
  await ada.goto('/new');
  await ada.getByLabel('Your name').fill('Ada');
  await ada.locator('[data-do="create"]').click();
  const invite = await ada.locator('[data-invite]').innerText();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const bob = await (await browser.newContext(phone)).newPage();
  await bob.goto(invite);
  await bob.getByLabel('Your name').fill('Bob');
  await bob.locator('[data-sit]').click();
  await ada.locator('[data-do="start"]').click();
  for (const page of [ada, bob]) await page.locator('[data-do="keep-all"]').click();
  return [ada, bob];
}

test('a reaction is seen at the seat and heard, and can be switched off', async ({ browser }) => {
  const [ada, bob] = await twoAtATable(browser);
  // By keyboard at a desk, seen on a phone.
  await ada.getByRole('button', { name: 'Well played!' }).press('Enter');
  const seen = bob.locator('.strip [data-seat="0"] [data-reaction="well_played"]');
  await expect(seen).toBeInViewport({ ratio: 1 });
  await expect(bob.locator('[data-announced]')).toContainText('Ada: Well played!');
  await expect(ada.locator('.players [data-seat="0"] [data-reaction]')).toHaveText('Well played!');
  await expect(ada.locator('[data-announced]')).toContainText('You: Well played!');
  await expect(seen).toHaveCount(0);

  // By touch, after which others are not heard any more.
  await bob.locator('[data-do="players"]').tap();
  await bob.getByRole('button', { name: 'Show reactions' }).tap();
  await bob.getByRole('button', { name: 'Thanks!' }).tap();
  await expect(ada.locator('.players [data-seat="1"] [data-reaction="thanks"]')).toBeVisible();
  await expect(bob.locator('.strip [data-seat="1"] [data-reaction="thanks"]')).toBeVisible();
  await ada.locator('[data-react="wow"]').click();
  await expect(ada.locator('.players [data-seat="0"] [data-reaction="wow"]')).toBeVisible();
  await expect(bob.locator('[data-reaction="wow"]')).toHaveCount(0);
  for (const page of [ada, bob]) await page.context().close();
});

test('who only watches has no reactions to send', async ({ page, browser }) => {
  const id = await newTable(page, { public: true });
  await open(page, id);
  await expect(page.locator('[data-react]')).toHaveCount(6);
  const watcher = await (await browser.newContext()).newPage();
  await watcher.goto(`/table/${id}`);
  await expect(watcher.locator('.players')).toBeVisible();
  await expect(watcher.locator('[data-react]')).toHaveCount(0);
  await watcher.context().close();
});
