/** Difficult browsers: with an unknown token, without storage, without a clipboard. */
import { expect, test, type Page } from '@playwright/test';
import { Player } from './player';
import { newTable, open } from './tables';

/** A guest's token that the server does not know. */
async function forgotten(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.evaluate(() => {
    localStorage.setItem('goldenspike.token', 'nobody-has-this-token');
    localStorage.setItem('goldenspike.person', JSON.stringify({ id: 'x', name: 'Blaise', account: null }));
  });
}

test('a browser the server has forgotten watches the table and is told why', async ({ page }) => {
  const id = await newTable(page, { public: true });
  await forgotten(page);
  await page.goto(`/table/${id}`);
  await expect(page.getByText('You are watching')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The server no longer knows this browser');
  expect(await page.evaluate(() => localStorage.getItem('goldenspike.token'))).toBeNull();
});

test('a browser the server has forgotten follows an invitation and sits down', async ({ page, browser }) => {
  await page.goto('/new');
  await page.locator('[data-do="create"]').click();
  const invite = await page.locator('[data-invite]').innerText();
  const guest = await (await browser.newContext()).newPage();
  await forgotten(guest);
  await guest.goto(invite);
  await guest.getByLabel('Your name').fill('Blaise');
  await guest.locator('[data-sit]').click();
  await expect(page.getByText('Blaise')).toBeVisible();
  await guest.context().close();
});

test('a private table is shown with its invitation only', async ({ page, browser }) => {
  const id = await newTable(page);
  const code = await page.evaluate(async (table) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('goldenspike.token')}` };
    const answer = await (await fetch(`/api/tables/${table}`, { headers })).json();
    return (answer as { table: { code: string } }).table.code;
  }, id);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`/table/${id}`);
  await expect(stranger.getByRole('alert')).toContainText('This table is private');
  await stranger.goto(`/join/${code}`);
  await expect(stranger.getByText('You are watching')).toBeVisible();
  await stranger.context().close();
});

test('only a missing table makes a code wrong', async ({ page }) => {
  await page.goto('/join/ZZZZZZ');
  await expect(page.getByRole('alert')).toContainText('No table has this code.');
  await page.route('**/api/codes/*', (route) =>
    route.fulfill({ status: 429, json: { error: { code: 'rate_limited', params: { retry_after: 3 }, text: '' } } }),
  );
  for (const path of ['/join/ZZZZZZ', '/']) {
    await page.goto(path);
    if (path === '/') {
      await page.getByLabel('Table code').fill('ZZZZZZ');
      await page.getByRole('button', { name: 'Join' }).click();
    }
    await expect(page.getByRole('alert')).toContainText('Try again in 3 s.');
  }
});

test('a browser without storage can play', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    }),
  );
  await page.goto('/');
  await page.locator('[data-play="usa"]').click();
  await expect(page.locator('.room[data-mine="yes"]')).toBeVisible();
  const player = new Player(page);
  await player.act();
  await expect(page.locator('.room[data-phase="turn"]')).toBeVisible();
  await expect(page.locator('.hand li').first()).toBeVisible();
});

async function waiting(page: Page): Promise<void> {
  await page.goto('/new');
  await page.locator('[data-do="create"]').click();
  await expect(page.locator('[data-invite]')).toBeVisible();
}

test('the invitation is copied where the browser has no clipboard for pages', async ({ page }) => {
  // As on plain HTTP in a home network.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await waiting(page);
  await page.locator('[data-do="copy"]').click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const field = page.getByLabel('Write a message');
  await field.focus();
  await page.keyboard.press('Control+V');
  await expect(field).toHaveValue(await page.locator('[data-invite]').innerText());
});

test('a failed copy is reported, and the text selected', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await waiting(page);
  await page.locator('[data-do="copy"]').click();
  await expect(page.getByText('please copy the link by hand')).toBeVisible();
  await expect(page.getByText('Copied')).toHaveCount(0);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await page.locator('[data-invite]').innerText());
});

test('a line that was not sent stays in its field', async ({ page }) => {
  let cut = (): Promise<void> => Promise.resolve();
  await page.routeWebSocket('**/ws/tables/*', (socket) => {
    const server = socket.connectToServer();
    cut = async () => {
      await socket.close({ code: 1012 });
      await server.close();
    };
  });
  await waiting(page);
  const field = page.getByLabel('Write a message');
  await field.fill('Hello!');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log')).toContainText('Hello!');
  await expect(field).toHaveValue('');

  await page.routeWebSocket('**/ws/tables/*', (socket) => socket.close({ code: 1012 }));
  await cut();
  await field.fill('Anyone there?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Not sent.')).toBeVisible();
  await expect(field).toHaveValue('Anyone there?');
});

test('a returning visitor finds the game that waits for them', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('[data-play]').first()).toBeVisible();
  await expect(page.locator('[data-section="go-on"]')).toHaveCount(0);
  const id = await newTable(page);
  await open(page, id);
  await page.goto('/');
  const games = page.locator('[data-section="go-on"]');
  await expect(games).toContainText('Your turn');
  await games.getByRole('link', { name: 'Continue' }).click();
  await expect(page.locator('.room[data-mine="yes"]')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/table/${id}`);
});

test('a visitor without games is shown how to start one', async ({ page }) => {
  await page.goto('/games');
  await expect(page.getByText('You have no games yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Create table' }).click();
  await expect(page.locator('[data-do="create"]')).toBeEnabled();
});

test('an account is not made before its password is long enough, and the page says so', async ({ page }) => {
  await page.goto('/account');
  await page.getByLabel('Name').fill(`Ada ${Date.now()}`);
  const password = page.getByLabel('Password', { exact: true });
  await password.pressSequentially('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription('A password has at least 8 characters.');
  await password.pressSequentially(' but long enough');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
});

test('a visitor who chose no name is given one that tells them apart', async ({ page }) => {
  await page.goto('/');
  await page.locator('[data-play="usa"]').click();
  await expect(page.locator('.players li').first().locator('b')).toHaveText(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
});
