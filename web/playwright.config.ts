import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** The browser of this machine, because Playwright's cannot be downloaded everywhere; undefined: Playwright's. */
function chromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

/**
 * A list like this replaces the one of Playwright, so the part of that which concerns us comes with it. The address
 * bar of Chromium is a page of its own in every window: it takes a quarter of a short test's time.
 */
const DISABLED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'Translate',
];

/** The command under test, as a user would start it. */
export const SERVE = `${existsSync('../.venv/bin/goldenspike') ? '../.venv/bin/goldenspike' : 'goldenspike'} serve`;
const PORT = Number(process.env.GOLDENSPIKE_TEST_PORT ?? 8619);
const data = process.env.GOLDENSPIKE_TEST_DATA ?? mkdtempSync(join(tmpdir(), 'goldenspike-'));
// Workers load this file again: they must find the same folder.
process.env.GOLDENSPIKE_TEST_DATA = data;

export default defineConfig({
  testDir: './tests',
  outputDir: './test-results',
  fullyParallel: true,
  // On two cores: while one waits for a server, a clock or a frame, the others go on.
  workers: Number(process.env.GOLDENSPIKE_TEST_WORKERS ?? 3),
  // Whole games take minutes on a busy machine, half a minute on an idle one.
  timeout: 400_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  forbidOnly: true,
  // In CI, a test that fails once and then passes is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    locale: 'en-US',
    viewport: { width: 1280, height: 860 },
    contextOptions: { reducedMotion: 'reduce' },
    // It would fetch the whole client anew for every test; service-worker.spec.ts and keyboard.spec.ts have it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${DISABLED.join(',')}`,
      ],
    },
  },
  webServer: {
    command: `${SERVE} --port ${PORT} --db ${join(data, 'games.sqlite')} --log warning`,
    url: `http://127.0.0.1:${PORT}/health`,
    timeout: 60_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    // Tests play faster than people may, so the rate limits are raised.
    env: {
      GOLDENSPIKE_HTTP_RATE: '1000',
      GOLDENSPIKE_HTTP_BURST: '5000',
      GOLDENSPIKE_LOGIN_RATE: '100',
      GOLDENSPIKE_TABLE_RATE: '100',
      GOLDENSPIKE_TABLE_BURST: '1000',
      GOLDENSPIKE_BOARD_BURST: '1000',
      GOLDENSPIKE_BOARD_CHECK_BURST: '5000',
      GOLDENSPIKE_LOGIN_BURST: '1000',
      GOLDENSPIKE_SOCKET_RATE: '1000',
      GOLDENSPIKE_SOCKET_BURST: '5000',
      GOLDENSPIKE_CHAT_RATE: '100',
      GOLDENSPIKE_CHAT_BURST: '100',
      GOLDENSPIKE_SOCKETS_PER_ADDRESS: '500',
    },
  },
});
