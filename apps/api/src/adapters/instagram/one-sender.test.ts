import { deliver, messageEvent, notification } from '@laurel/support/instagram/graph-server';
import { setUpGraph, until } from '@laurel/support/instagram/setup';
import { expect, it, onTestFinished, vi } from 'vitest';

const [MALLORY, ADA] = ['111', '6543210'];

// Known to fail without the limit: every message of the first sender is accepted.
it('accepts at most 20 messages a minute from one sender, and still accepts those of others', async () => {
  let at = Date.now();
  const setup = await setUpGraph({ now: () => new Date(at) });
  onTestFinished(setup.close);
  setup.api.people.set(MALLORY, { username: 'mallory', follows: true });
  setup.api.people.set(ADA, { username: 'ada.lovelace', follows: true });
  const from = (name: string): number => setup.calls.filter(({ senderUsername }) => senderUsername === name).length;

  const flood = Array.from({ length: 50 }, (_, index) => messageEvent(MALLORY, `message ${index}`));
  const response = await deliver(setup.url, notification(...flood));
  expect([response.status, await response.text()]).toEqual([200, 'EVENT_RECEIVED']);
  await deliver(setup.url, notification(messageEvent(ADA, 'K7M4QX')));
  await until(() => from('ada.lovelace') === 1);
  at += 60_000;
  await deliver(setup.url, notification(messageEvent(MALLORY, 'the last')));
  // The messages of one sender are handled in order.
  await until(() => setup.calls.some(({ text }) => text === 'the last'));
  expect(from('mallory')).toBe(21);
});

// Known to fail without the count: all 60 messages wait.
it('lets at most 20 messages of one sender wait while Meta’s API fails', async () => {
  let at = Date.now();
  const setup = await setUpGraph({ now: () => new Date(at) });
  onTestFinished(setup.close);
  setup.api.people.set(MALLORY, { username: 'mallory', follows: true });
  // About two seconds, which the first message is tried for.
  setup.api.fail('profile', 'silence', 10);
  for (let minute = 0; minute < 3; minute += 1) {
    const texts = Array.from({ length: 20 }, (_, index) => `message ${minute}.${index}`);
    const response = await deliver(setup.url, notification(...texts.map((text) => messageEvent(MALLORY, text))));
    expect(response.status).toBe(200);
    at += 60_000;
  }
  expect(setup.calls).toEqual([]);
  await expect.poll(() => setup.calls.length).toBeGreaterThanOrEqual(20);
  // Those that had their turn leave their places.
  await vi.waitUntil(
    async () => {
      await deliver(setup.url, notification(messageEvent(MALLORY, 'the last')));
      return setup.calls.some(({ text }) => text === 'the last');
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(setup.calls.map(({ text }) => text)).toEqual([
    ...Array.from({ length: 20 }, (_, index) => `message 0.${index}`),
    'the last',
  ]);
});
