/** The lessons, to their ends: by pointer, by keyboard alone, on a phone, read aloud, and after a reload. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { clean } from './axe';

const coach = (page: Page): Locator => page.locator('.coach');
const at = (page: Page, step: string): Locator => page.locator(`.coach[data-step="${step}"]`);

async function begin(page: Page, lesson: string): Promise<void> {
  await page.goto('/learn');
  await page.locator(`li[data-lesson="${lesson}"] button`).click();
  await expect(coach(page)).toBeVisible();
}

/** Wait for a step, and for the light on what it is about. */
async function lit(page: Page, step: string): Promise<string> {
  await expect(at(page, step)).toBeVisible();
  const light = page.locator('[data-spotlight]');
  await expect(light).toBeVisible();
  return (await light.getAttribute('data-spotlight'))!;
}

async function chooseTrack(page: Page, step: string): Promise<void> {
  const target = page.locator(await lit(page, step));
  await expect(target).toBeFocused();
  await target.press('Enter');
  await expect(page.locator('[data-panel="claim"]')).toBeVisible();
}

async function draw(page: Page, step: string): Promise<void> {
  await page.locator(`${await lit(page, step)} >> visible=true`).click();
}

async function pay(page: Page, step: string, cards?: RegExp): Promise<void> {
  await lit(page, step);
  if (cards) await page.getByRole('radio', { name: cards }).check();
  await page.locator('[data-do="claim"]').click();
}

/** Give cards that stand in for others until there are enough. */
async function giveAndClaim(page: Page, step: string): Promise<void> {
  await lit(page, step);
  const claim = page.locator('[data-do="claim"]');
  while (await claim.isDisabled()) await page.locator('[data-give]:enabled').first().click();
  await claim.click();
}

async function firstGame(page: Page): Promise<void> {
  await begin(page, 'first_game');
  await lit(page, 'tickets');
  await page.locator('[data-do="keep-all"]').click();
  await draw(page, 'draw');
  await draw(page, 'second');
  await chooseTrack(page, 'choose');
  await pay(page, 'pay', /^Pay 2 × black;/);
  await chooseTrack(page, 'double');
  await expect(page.locator('[data-panel="claim"] .why')).toContainText('closes the other');
  await chooseTrack(page, 'closed');
  await pay(page, 'pay');
  // The ticket is completed: a stamp, and its way drawn for its owner, from end to end.
  await expect(page.locator('.stamp')).toContainText('Completed: Denver – El Paso');
  await expect(page.locator('svg.board .owned .trace').first()).toBeVisible();
  const rings = page.locator('.place.marked .ring');
  await expect(rings).toHaveCount(2);
  for (const ring of await rings.all()) await expect(ring).toBeInViewport({ ratio: 1 });
  await draw(page, 'more');
  await lit(page, 'keep');
  await page.locator('[data-do="keep-all"]').click();
  await page.locator('[data-do="next-lesson"]').click();
}

async function lastRound(page: Page): Promise<void> {
  await chooseTrack(page, 'last');
  await pay(page, 'pay', /^Pay 4 × purple;/);
  await chooseTrack(page, 'final');
  await pay(page, 'pay', /^Pay 2 × orange;/);
  await lit(page, 'score');
  await expect(page.locator('[data-panel="end"]')).toContainText('You win!');
  await page.locator('[data-do="finish-lesson"]').click();
  await expect(page.locator('li[data-lesson="last_round"] .mark.done')).toBeVisible();
  await expect(page.locator('li[data-lesson="first_game"] .mark.done')).toBeVisible();
}

test('the first game, to the end of its last round', async ({ page }) => {
  await firstGame(page);
  await lastRound(page);
});

test('the first game on a phone', { tag: '@wide' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await firstGame(page);
  await lastRound(page);
});

test('passengers', async ({ page }) => {
  await begin(page, 'passengers');
  await chooseTrack(page, 'passengers');
  await pay(page, 'claim');
  for (const step of ['take', 'take_second']) {
    await lit(page, step);
    await page.locator('[data-do="take"]').first().click();
  }
  await expect(at(page, 'passengers_done')).toContainText('20 points for the most passengers, 10');
  await page.locator('[data-do="finish-lesson"]').click();
  await expect(page.locator('li[data-lesson="passengers"] .mark.done')).toBeVisible();
});

test('ferries', { tag: '@wide' }, async ({ page }) => {
  await begin(page, 'ferry');
  await chooseTrack(page, 'ferry');
  await giveAndClaim(page, 'ferry_pay');
  await expect(at(page, 'ferry_done')).toBeVisible();
  await page.locator('[data-do="finish-lesson"]').click();
  await expect(page.locator('li[data-lesson="ferry"] .mark.done')).toBeVisible();
});

test('tunnels, where only what the lesson is about is played', { tag: '@wide' }, async ({ page }) => {
  await begin(page, 'tunnel');
  await lit(page, 'tunnel');
  await page.locator('[data-draw="deck"]').click();
  await expect(coach(page).locator('.nudge')).toBeVisible();
  await chooseTrack(page, 'tunnel');
  await pay(page, 'tunnel_pay', /^Pay 2 × purple;/);
  await lit(page, 'extra');
  await page.locator('[data-do="withdraw"]').click();
  await expect(coach(page).locator('.nudge')).toBeVisible();
  await page.locator('[data-do="pay"]').first().click();
  await expect(at(page, 'tunnel_done')).toBeVisible();
  await page.locator('[data-do="finish-lesson"]').click();
  await expect(page.locator('li[data-lesson="tunnel"] .mark.done')).toBeVisible();
});

test('Lieksa, by keyboard alone', async ({ page }) => {
  await page.goto('/learn');
  const press = async (key: string, times = 1): Promise<void> => {
    for (let i = 0; i < times; i += 1) await page.keyboard.press(key);
  };
  /** Tab on until this has the focus. */
  const reach = async (selector: string): Promise<void> => {
    const wanted = page.locator(selector).first();
    for (let i = 0; i < 80; i += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await press('Tab');
    }
    throw new Error(`Tab does not reach ${selector}`);
  };
  await reach('[data-do="learn-lieksa"]');
  await press('Enter');
  const track = await lit(page, 'lieksa');
  // What the step is about has the focus already.
  await expect(page.locator(track)).toBeFocused();
  await press('Enter');
  await lit(page, 'lieksa_pay');
  await expect(page.locator('[data-panel="claim"] input:checked')).toBeFocused();
  while (await page.locator('[data-do="claim"]').isDisabled()) {
    await reach('[data-give]:enabled');
    await press('Enter');
  }
  await reach('[data-do="claim"]');
  await press('Enter');
  await expect(at(page, 'lieksa_done')).toContainText('27 points');
  await expect(page.locator('[data-do="finish-lesson"]')).toBeFocused();
  await reach('[data-do="finish-lesson"]');
  await press('Enter');
  await expect(page.locator('li[data-lesson="lieksa"] .mark.done')).toBeVisible();
});

test('a lesson goes on where it was: after a reload, and from the list of lessons', async ({ page }) => {
  await begin(page, 'first_game');
  await lit(page, 'tickets');
  await page.locator('[data-do="keep-all"]').click();
  await lit(page, 'draw');
  await page.reload();
  await lit(page, 'draw');
  await page.locator('[data-do="leave-lesson"]').click();
  await page.locator('[data-do="resume"]').click();
  await lit(page, 'draw');
  // A lesson that does not exist leads to the list.
  await page.goto('/learn?table=nowhere');
  await expect(page.locator('[data-do="learn"]')).toBeVisible();
});

test('the ticket that the first game completes has to be kept, and the guide says so', async ({ page }) => {
  await begin(page, 'first_game');
  await lit(page, 'tickets');
  for (const box of await page.locator('[data-panel="keep"] input').all())
    if (!((await box.getAttribute('aria-label')) ?? '').includes('Denver – El Paso')) await box.check();
  await page.locator('[data-do="keep"]').click();
  await expect(coach(page).locator('.nudge')).toContainText('Denver – El Paso');
  await expect(at(page, 'tickets')).toBeVisible();
});

test('a step is accessible in both themes, and said aloud', async ({ page }) => {
  await begin(page, 'ferry');
  await lit(page, 'ferry');
  await expect(coach(page).getByRole('status')).toContainText('Every wheel on a ferry');
  await clean(page, 'a step of a lesson');
});

test('the light covers nothing and nothing moves under reduced motion', async ({ page }) => {
  await begin(page, 'tunnel');
  await lit(page, 'tunnel');
  const style = (selector: string, name: string): Promise<string> =>
    page.locator(selector).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name);
  expect(await style('[data-spotlight]', 'pointer-events')).toBe('none');
  expect(parseFloat(await style('svg.arrow', 'animation-duration'))).toBeLessThan(0.01);
});
