/** What the service worker does: pages that open offline, and messages that were pushed. */
import { expect, test } from '@playwright/test';

test.use({ serviceWorkers: 'allow' });

test('a page opened before opens offline', async ({ page, context }) => {
  await page.goto('/');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await context.setOffline(true);
  await page.goto('/rules/germany');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rules');
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Golden Spike');
  await expect(page.getByRole('alert')).toBeVisible();
});

test('a pushed message becomes a notification without anything of the game', async ({ context, page }) => {
  await context.grantPermissions(['notifications']);
  await page.goto('/settings');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find((each) => !each.isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify({ type: 'your_turn', table: 'abc', board: 'usa', waiting: 2 }),
  });
  const shown = (): Promise<string[]> =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map((each) => `${each.title}: ${each.body} ${each.tag}`);
    });
  await expect.poll(shown).toEqual(['Golden Spike: It is your turn. (2) abc']);
});
