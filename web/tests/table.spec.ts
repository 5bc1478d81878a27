/** Tables: one device, lost connections, spectators, chat, hostile input. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { clean } from './axe';
import { SERVE } from '../playwright.config';
import { Player } from './player';
import { finishedGame, newTable, open } from './tables';

test('pass and play: nobody sees the hand of another', async ({ page }) => {
  await page.goto('/new?here=1');
  await page.locator('[data-do="create"]').click();
  const curtain = page.locator('[data-panel="curtain"]');
  const player = new Player(page);
  const hands: string[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    await expect(curtain).toBeVisible();
    // Nothing behind it can be reached: the browser itself keeps the rest of the page inert.
    expect(await curtain.evaluate((element) => element.matches('dialog:modal'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(curtain).toBeVisible();
    // Behind the curtain no card, ticket or offer is in the page at all.
    await expect(page.locator('.hand li, .ticket')).toHaveCount(0);
    const who = await curtain.getByRole('heading').innerText();
    await curtain.locator('[data-do="ready"]').click();
    // A hand may be empty by now; hidden, it is not in the page.
    await expect(page.locator('.hand')).toBeVisible();
    // Both seats are played here: nobody is away.
    await expect(page.locator('.players .presence.away')).toHaveCount(0);
    hands.push(`${who}: ${await page.locator('.hand').innerText()}`);
    while ((await curtain.count()) === 0) {
      if ((await player.state()).mine) await player.act();
      else await page.waitForTimeout(20);
    }
  }
  expect(new Set(hands.map((hand) => hand.split(':')[0])).size).toBe(2);
});

test('pass and play: what one player looked at is gone before the next one looks', async ({ page }) => {
  const id = await newTable(page, { bots: 0, others: ['Blaise'] });
  await page.goto(`/table/${id}`);
  const ready = page.locator('[data-panel="curtain"] [data-do="ready"]');
  for (const phase of ['keep', 'keep', 'turn']) {
    await ready.click();
    await expect(page.locator(`.room[data-phase="${phase}"][data-mine="yes"]`)).toBeVisible();
    if (phase === 'keep') await new Player(page).act();
  }
  const said = page.locator('[data-announced]');
  const rings = page.locator('.place.marked');
  await page.locator('.tickets .show').first().click();
  await expect(rings).not.toHaveCount(0);
  await page.locator('[data-draw="deck"]').click();
  await expect(said).toContainText('Ada draws');
  await page.locator('[data-draw="deck"]').click();

  await expect(ready).toBeVisible();
  const nothingOfAda = async (): Promise<void> => {
    await expect(rings).toHaveCount(0);
    await expect(said).toBeEmpty();
  };
  await nothingOfAda();
  await expect(page.locator('.track.soon, .track.claimable, [data-panel="claim"], [data-route]')).toHaveCount(0);
  await ready.click();
  await expect(page.locator('.room[data-mine="yes"] .hand li').first()).toBeVisible();
  await nothingOfAda();
});

test('a server that dies in mid-turn comes back and nothing is lost', async ({ browser }) => {
  const port = 8700 + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
  const database = join(mkdtempSync(join(tmpdir(), 'goldenspike-')), 'games.sqlite');
  const start = async (): Promise<ChildProcess> => {
    const child = spawn('sh', ['-c', `exec ${SERVE} --port ${port} --db ${database} --log error`], { stdio: 'ignore' });
    await expect
      .poll(
        async () =>
          fetch(`http://127.0.0.1:${port}/health`).then(
            (answer) => answer.ok,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    return child;
  };
  let server = await start();
  try {
    const page = await (await browser.newContext({ baseURL: `http://127.0.0.1:${port}` })).newPage();
    await page.goto('/settings');
    const id = await newTable(page);
    await open(page, id);
    const player = new Player(page);
    await expect(page.locator('[data-panel="keep"]')).toBeVisible();
    await player.act();
    await expect(page.locator('.room[data-phase="turn"][data-mine="yes"]')).toBeVisible();
    await page.locator('[data-draw="deck"]').click();
    await expect(page.locator('.room[data-phase="second_card"]')).toBeVisible();
    const hand = await page.locator('.hand').innerText();
    const { n } = await player.state();

    server.kill('SIGKILL');
    // On one's own turn: told in colours that can be read, in both themes, with a button that tries again at once.
    await expect(page.getByText('Connection lost')).toBeVisible();
    await clean(page, 'connection lost', 'svg.board');
    await expect(page.locator('[data-do="try-now"]')).toBeEnabled();
    server = await start();
    await page
      .locator('[data-do="try-now"]')
      .click({ timeout: 2000 })
      .catch(() => undefined);
    await expect(page.getByText('Connection lost')).toBeHidden({ timeout: 5000 });
    expect(await page.locator('.hand').innerText()).toBe(hand);
    expect((await player.state()).n).toBe(n);
    await expect(page.locator('.room[data-phase="second_card"]')).toBeVisible();
    await page.locator('[data-draw="deck"]').click();
    await player.moved(n);

    // A reload shows the same table, with its log.
    await page.reload();
    await page.locator('.rail summary', { hasText: 'Log' }).click();
    await expect(page.locator('.log li').first()).toBeVisible();
    expect((await player.state()).n).toBeGreaterThan(n);
    await page.context().close();
  } finally {
    server.kill('SIGKILL');
  }
});

test('a spectator sees the board and no hand, and hostile input is only text', async ({ browser }) => {
  const evil = '<img src=x onerror="document.title=1">';
  const owner = await (await browser.newContext()).newPage();
  const id = await newTable(owner, { name: evil.slice(0, 40), public: true });
  await open(owner, id);
  await new Player(owner).act();
  await owner.locator('.chatbox summary').click();
  await owner.getByLabel('Write a message').fill('<script>document.title="hacked"</script> & "quotes"');
  await owner.getByRole('button', { name: 'Send' }).click();

  const watcher = await (await browser.newContext()).newPage();
  const problems: string[] = [];
  watcher.on('pageerror', (error) => problems.push(error.message));
  watcher.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const answer = await watcher.goto(`/table/${id}`);
  const policy = answer!.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self'(;|$)/);
  await expect(watcher.getByText('You are watching')).toBeVisible();
  await expect(watcher.locator('.hand li')).toHaveCount(0);
  await expect(watcher.locator('.players')).toContainText('<img src=x');
  await watcher.locator('.chatbox summary').click();
  await expect(watcher.getByText('<script>document.title="hacked"</script> & "quotes"')).toBeVisible();
  await expect(watcher.locator('img:not([src^="/characters/"]), main script')).toHaveCount(0);
  expect(await watcher.title()).toMatch(/^Table \w+ · Golden Spike$/);
  expect(problems).toEqual([]);
  for (const page of [owner, watcher]) await page.context().close();
});

test('the replay steps, scrubs, links and shows what each seat saw', async ({ page }) => {
  const id = await finishedGame(page);
  await page.goto(`/replay/${id}?step=12`);
  const replay = page.locator('.replay');
  await expect(replay).toHaveAttribute('data-step', '12');
  await page.getByRole('button', { name: 'Forward one step' }).click();
  await expect(replay).toHaveAttribute('data-step', '13');
  await expect(page).toHaveURL(/step=13/);
  await page.getByRole('button', { name: 'Last step' }).click();
  const total = Number(await replay.getAttribute('data-step'));
  expect(total).toBeGreaterThan(30);
  await expect(page.locator('.track.taken').first()).toBeVisible();
  // With two players one track of a route closes the others, for whoever looks on as well.
  await expect(page.locator('.track.closed').first()).toBeVisible();
  await page.locator('.slider').fill('5');
  await expect(replay).toHaveAttribute('data-step', '5');
  // With everything open both hands are shown; as a seat saw it, only its own.
  await expect(page.locator('.rail details')).toHaveCount(2);
  await page.getByLabel('Through the eyes of').selectOption('0');
  await expect(page.locator('.rail details')).toHaveCount(1);
  await expect(page).toHaveURL(/eyes=0/);
  await page.goto(page.url());
  await expect(replay).toHaveAttribute('data-step', '5');
  await expect(page.locator('.rail details')).toHaveCount(1);
  await page.goto(`/table/${id}`);
  await expect(page.locator('.track.closed').first()).toBeVisible();
});

test('stepping through a replay sends no request and keeps the focus, and Play plays', async ({ page }) => {
  const id = await finishedGame(page);
  await page.goto(`/replay/${id}?step=3`);
  const replay = page.locator('.replay');
  await expect(replay).toHaveAttribute('data-step', '3');
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));

  const slider = page.locator('.slider');
  await slider.focus();
  for (let step = 4; step <= 8; step += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(replay).toHaveAttribute('data-step', String(step));
  }
  await expect(slider).toBeFocused();

  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => Number(await replay.getAttribute('data-step'))).toBeGreaterThanOrEqual(11);
  await page.getByRole('button', { name: 'Pause' }).click();
  expect(asked).toEqual([]);
});

test('a replay jumps to the next claim and the next turn, by buttons and keys, at another speed', async ({ page }) => {
  const id = await finishedGame(page);
  await page.goto(`/replay/${id}?step=0`);
  const replay = page.locator('.replay');
  const step = async (): Promise<number> => Number(await replay.getAttribute('data-step'));
  await expect(replay).toHaveAttribute('data-step', '0');
  await page.getByRole('button', { name: 'Next claim' }).click();
  await expect(page.locator('.track.taken')).toHaveCount(1);
  const first = await step();
  await page.locator('.now').click();
  await page.keyboard.press('c');
  await expect(page.locator('.track.taken')).toHaveCount(2);
  expect(await step()).toBeGreaterThan(first);
  await page.keyboard.press('Home');
  await expect(replay).toHaveAttribute('data-step', '0');
  await page.keyboard.press('t');
  await expect.poll(step).toBeGreaterThan(0);
  const before = await step();
  await page.getByLabel('Speed').selectOption('4×');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  // Five steps at the usual speed take four and a half seconds.
  await expect.poll(step, { timeout: 3000 }).toBeGreaterThanOrEqual(before + 5);
});

test('a table says how long a move may take and what happens while someone is away', async ({ page }) => {
  await page.goto('/new');
  await page.locator('[data-new="clock"]').selectOption('3 days');
  await page.locator('[data-new="absent"]').selectOption('a bot plays until they are back');
  await page.locator('[data-do="create"]').click();
  await expect(page.locator('[data-terms]')).toHaveText(
    'Time for each move: 3 days · If someone is away: a bot plays until they are back',
  );
  const { table } = await page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('goldenspike.token')}` };
    return (await fetch(`/api/tables/${location.pathname.split('/').pop()}`, { headers })).json();
  });
  expect([table.clock, table.absent]).toEqual([{ kind: 'days', amount: 3 }, 'bot']);
});

test('a running game is left after asking once more, a bot plays on, and it is not offered again', async ({ page }) => {
  // Slow enough for the game to be running when the page is opened again.
  const id = await newTable(page, { pace: 400 });
  await open(page, id);
  const leave = page.locator('[data-do="leave"]');
  await leave.click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.locator('.room[data-mine="yes"]')).toBeVisible();
  await leave.click();
  await page.locator('[data-do="leave-for-good"]').click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('[data-play]').first()).toBeVisible();
  await expect(page.locator('[data-section="go-on"]')).toHaveCount(0);
  await page.goto(`/table/${id}`);
  await expect(page.locator('.players')).toContainText('a bot plays on to the end');
  await expect(leave).toHaveCount(0);
  await expect.poll(async () => Number(await page.locator('.room').getAttribute('data-n'))).toBeGreaterThan(3);
});

test('a visitor makes the first move against a bot with three clicks', async ({ page }) => {
  await page.goto('/');
  await page.locator('[data-play="usa"]').click();
  const boxes = page.locator('[data-panel="keep"] input');
  await expect(boxes.first()).toBeVisible({ timeout: 30_000 });
  // Everything on offer is kept with one more click: the third thing to press is the move itself.
  await page.getByRole('button', { name: 'Keep all' }).click();
  await expect(page.locator('.room[data-phase="keep"]')).toHaveCount(0);
});
