import { chatSend, chatTopic, STATISTICS_TOPIC } from '@laurel/contracts/destinations';
import type { StatisticsItem } from '@laurel/contracts/records';
import type { Page } from '@playwright/test';
import { askTelegram, confirmInTelegram, kept, openAccount } from './site/account.ts';
import { cardOf, castVote, nominees } from './site/ballot.ts';
import { holdClock, runUntil } from './site/clock.ts';
import { countRequests, readAnswers, settle, timeRequests } from './site/counter.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { enter } from './site/member.ts';
import { readVoted } from './site/published.ts';
import { countFailures } from './site/refusals.ts';
import { type Tap, tapSocket } from './site/socket.ts';
import { english as words } from './site/words.ts';

const INFO = '/api/users/info';
const STATISTICS = '/api/vote/statistics';
const SERVER_ERROR = /Failed to load resource: the server responded with a status of 500/;

/** Opens the page of a user with a pending request, and waits for the status from the socket. */
const listen = async (page: Page, origin: string): Promise<{ eventId: string; tap: Tap }> => {
  const account = await openAccount(origin, { phone: true });
  const eventId = await askTelegram(account);
  const tap = await tapSocket(page);
  await enter(page, account, { socialRequestId: eventId });
  await expect.poll(() => tap.subscribed()).toContain(chatTopic(eventId));
  await expect.poll(() => kept(page, 'socketStatus')).not.toBeNull();
  return { eventId, tap };
};

/** Lets the page request what changed before it listened, and waits until it has read it. */
const catchUp = async (page: Page, tap: Tap): Promise<void> => {
  await expect.poll(() => tap.subscribed()).toContain(STATISTICS_TOPIC);
  const read = readAnswers(page, STATISTICS);
  await page.clock.runFor(2_000);
  await read;
};

test('RT-01 RT-04 subscribes to its event, requests its status, and sends a heart-beat every 10 s', async ({
  page,
  site,
}) => {
  await holdClock(page);
  const { eventId, tap } = await listen(page, site.origin);
  const saying = (command: string) => tap.sent().filter((frame) => frame.startsWith(`${command}\n`));
  // The visitor's page, which was reloaded, had its own connection.
  const connected = saying('CONNECT').length;
  expect(saying('CONNECT').at(-1)).toContain('\nheart-beat:10000,10000\n');
  const asked = saying('SEND').filter((frame) => frame.includes(`destination:${chatSend(eventId)}\n`));
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/\n\n\0$/);

  const beats = (): number => tap.sent().filter((frame) => frame === '\n').length;
  const before = beats();
  await page.clock.runFor(9_999);
  // The page's clock is ahead of the server's, whose heart-beats would be missed.
  tap.say(chatTopic(eventId), '{"verificationStatus":"RETRY"}');
  await expect.poll(() => kept(page, 'socketStatus')).toContain('RETRY');
  expect(beats()).toBe(before);
  await page.clock.runFor(1);
  await expect.poll(beats).toBe(before + 1);
  await page.clock.runFor(10_000);
  await expect.poll(beats).toBe(before + 2);
  expect(saying('CONNECT'), 'it was connected once').toHaveLength(connected);
});

test('RT-04 reconnects after 5 s, then after twice as long each time', async ({ page }) => {
  await holdClock(page);
  const tap = await tapSocket(page);
  // By the page's clock, when its connections began and ended.
  await page.addInitScript(() => {
    const connections: { began: number; ended?: number }[] = [];
    Object.assign(window, { connections });
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        const times: (typeof connections)[number] = { began: Date.now() };
        connections.push(times);
        this.addEventListener('close', () => {
          times.ended = Date.now();
        });
      }
    };
  });
  await page.goto('/');
  await expect.poll(() => tap.subscribed()).toContain(STATISTICS_TOPIC);
  await tap.cut();
  const connections = (): Promise<{ began: number; ended: number }[]> =>
    page.evaluate(() => Reflect.get(window, 'connections'));
  await runUntil(page, async () => (await connections()).length, 5, 5_000);
  const [, ...again] = await connections();
  const ends = (await connections()).map(({ ended }) => ended);
  expect(again.map(({ began }, index) => began - (ends[index] ?? 0))).toEqual([5_000, 10_000, 20_000, 40_000]);
});

test('RT-02 stores the status from the socket; VERIFIED reloads the user', async ({ page, site }) => {
  const account = await openAccount(site.origin, { phone: true });
  const eventId = await askTelegram(account);
  // Otherwise the page could also reload the user because a minute has passed.
  await holdClock(page);
  const tap = await tapSocket(page);
  await enter(page, account, { socialRequestId: eventId });
  const status = async () => JSON.parse((await kept(page, 'socketStatus')) ?? 'null');
  await expect.poll(status).toEqual({ eventId, verificationStatus: 'IN_PROGRESS' });
  await confirmInTelegram(account, eventId, false);
  await expect.poll(status).toEqual({ eventId, verificationStatus: 'RETRY' });
  // A message that names no status.
  tap.say(chatTopic(eventId), '{}');
  await expect.poll(status).toEqual({ eventId, verificationStatus: 'IN_PROGRESS' });

  const count = countRequests(page);
  tap.say(chatTopic(eventId), '{"verificationStatus":"VERIFIED"}');
  await expect.poll(() => count(INFO)).toBe(1);
  await expect.poll(() => kept(page, 'socialRequestId')).toBeNull();
});

test('RT-02 removes a stored status of another event', async ({ page, site }) => {
  const account = await openAccount(site.origin, { phone: true });
  const eventId = await askTelegram(account);
  const tap = await tapSocket(page);
  await tap.cut();
  const foreign = JSON.stringify({ eventId: 'another-event-of-old', verificationStatus: 'RETRY' });
  await enter(page, account, { socialRequestId: eventId, socketStatus: foreign });
  await expect.poll(() => kept(page, 'socketStatus')).toBeNull();
  expect(await kept(page, 'socialRequestId')).toBe(eventId);
});

test('RT-03 reloads after more than 60 s, every 10 s without a response, and when back online', async ({
  page,
  site,
  context,
  consoleErrors,
}) => {
  const account = await openAccount(site.origin, { phone: true });
  const eventId = await askTelegram(account);
  const logs = `/api/users/logs/${eventId}`;
  await holdClock(page);
  await (await tapSocket(page)).cut();
  const timesOf = await timeRequests(page);
  const loaded = readAnswers(page, INFO, logs);
  await enter(page, account, { socialRequestId: eventId });
  await loaded;
  const paths = [INFO, logs];
  const counts = () => Promise.all(paths.map(async (path) => (await timesOf(path)).length));
  let read = Promise.resolve();
  for (const times of [2, 3]) {
    await read;
    read = readAnswers(page, INFO, logs);
    await runUntil(page, counts, [times, times], 10_000);
  }
  await read;
  for (const path of paths) {
    const times = await timesOf(path);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // The page looks every ten seconds whether its data is older than 60 s.
    expect(gaps, path).toEqual([70_000, 70_000]);
  }

  // Without a response the data is not fresh, so each round of ten seconds sends a request.
  const failures = countFailures(page);
  const fail = (path: string) => page.route(`**${path}`, (route) => route.fulfill({ status: 500, body: '{}' }));
  await fail(INFO);
  await fail(logs);
  await page.clock.fastForward(61_000);
  for (const round of [1, 2]) {
    // Both fail after two retries.
    await runUntil(page, () => failures() >= 2 * round, true);
    const [info = 0, log = 0] = await counts();
    await page.clock.runFor(10_000);
    await expect.poll(async () => (await timesOf(INFO)).length).toBeGreaterThan(info);
    await expect.poll(async () => (await timesOf(logs)).length).toBeGreaterThan(log);
  }
  await runUntil(page, () => failures() >= 6, true);
  await page.unrouteAll();

  await context.setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  const [info = 0, log = 0] = await counts();
  await context.setOffline(false);
  await expect.poll(async () => (await timesOf(INFO)).length).toBeGreaterThan(info);
  await expect.poll(async () => (await timesOf(logs)).length).toBeGreaterThan(log);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  ignoreErrors(consoleErrors, SERVER_ERROR, /ERR_INTERNET_DISCONNECTED/);
});

test('RT-05 logs an invalid message and does not show it', async ({ page, site, consoleErrors }) => {
  // The page counts down, so its text would change by itself.
  await holdClock(page);
  const loaded = readAnswers(page, INFO, '/api/vote/my-votes', /^\/api\/users\/logs\//);
  const { eventId, tap } = await listen(page, site.origin);
  await loaded;
  const seen = await page.locator('body').textContent();
  const status = await kept(page, 'socketStatus');
  tap.say(chatTopic(eventId), '{"verificationStatus":');
  tap.say(STATISTICS_TOPIC, 'no JSON');
  await expect.poll(() => consoleErrors).toEqual(Array(2).fill('console: Cannot get socket message'));
  await settle(page);
  expect(await page.locator('body').textContent()).toBe(seen);
  expect(await kept(page, 'socketStatus')).toBe(status);
  ignoreErrors(consoleErrors, /^console: Cannot get socket message$/);
});

test('polling replaces a broken socket, and missed changes are fetched', { tag: '@journey' }, async ({
  page,
  site,
}) => {
  const nominee = nominees.coinorchard;
  await holdClock(page);
  const tap = await tapSocket(page);
  await page.goto('/');
  await page.getByRole('tab', { name: nominee.category }).click();
  await catchUp(page, tap);
  await expect(cardOf(page, nominee)).toBeVisible();
  await expect(cardOf(page, nominee)).not.toContainText('%');
  const count = countRequests(page);

  await tap.cut();
  const first = await openAccount(site.origin, { phone: true, social: true });
  await first.client.call('POST', '/vote', nominee.vote);
  await expect.poll(() => readVoted(site.origin)).toContain('best-partner/crypto');
  await settle(page);
  await expect(cardOf(page, nominee)).not.toContainText('%');
  await page.clock.fastForward(61_000);
  await expect(cardOf(page, nominee)).toContainText('100.00%');
  expect(count(STATISTICS)).toBeGreaterThan(0);

  // The delays have grown meanwhile, but the page reconnects at once when it is online.
  const second = await openAccount(site.origin, { phone: true, social: true });
  await second.client.call('POST', '/vote', nominees.glasswharf.vote);
  const [asked, tries] = [count(STATISTICS), tap.tries()];
  tap.restore();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(cardOf(page, nominee)).toContainText('50.00%');
  expect(tap.tries()).toBe(tries + 1);
  expect(count(STATISTICS)).toBe(asked + 1);
  const third = await openAccount(site.origin, { phone: true, social: true });
  await third.client.call('POST', '/vote', nominee.vote);
  await expect(cardOf(page, nominee)).toContainText('66.67%');
  expect(count(STATISTICS)).toBe(asked + 1);
});

test('a late response does not overwrite a newer status from the socket', async ({ page, site }) => {
  const [nominee, other] = [nominees.coinorchard, nominees.quillstone];
  const share = async (): Promise<string> =>
    /\d+\.\d\d%/.exec((await cardOf(page, nominee).textContent()) ?? '')?.[0] ?? '';
  const vote = async (given: typeof nominee): Promise<void> => {
    const { client } = await openAccount(site.origin, { phone: true, social: true });
    await client.call('POST', '/vote', given.vote);
  };
  await vote(nominee);
  await holdClock(page);
  const tap = await tapSocket(page);
  await page.goto('/');
  await page.getByRole('tab', { name: nominee.category }).click();
  await catchUp(page, tap);
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(`**${STATISTICS}`, async (route) => {
    const response = await route.fetch();
    const items: StatisticsItem[] = await response.json();
    asked.resolve();
    await answered.promise;
    // A change in another category shows that the page has read the response.
    const json = items.map((item) =>
      item.niche === other.vote.niche ? { ...item, results: [{ company: other.vote.vote, percentage: 100 }] } : item,
    );
    await route.fulfill({ response, json });
  });

  // After a gap the page fetches what it missed and subscribes again.
  await tap.cut();
  tap.restore();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await asked.promise;
  await expect.poll(() => tap.subscribed()).toContain(STATISTICS_TOPIC);
  const before = await share();
  await vote(nominees.glasswharf);
  await expect.poll(share).not.toBe(before);
  const told = await share();
  answered.resolve();
  await page.getByRole('tab', { name: other.category }).click();
  await expect(cardOf(page, other)).toContainText('100.00%');
  await page.getByRole('tab', { name: nominee.category }).click();
  await expect(cardOf(page, nominee)).toContainText(/%/);
  expect(await share()).toBe(told);
});

test('two tabs agree on a vote', async ({ page, context, site }) => {
  const nominee = nominees.moonferry;
  const account = await openAccount(site.origin, { phone: true, social: true });
  await enter(page, account);
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('tab', { name: nominee.category }).click();
  const button = cardOf(other, nominee).getByRole('button', { name: words.voteFor(nominee.name) });
  await expect(button).toBeVisible();
  await castVote(page, nominee);
  await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
  await expect(cardOf(other, nominee)).toContainText(words.yourChoice);
  await expect(button).toHaveCount(0);
  await other.close();
});
