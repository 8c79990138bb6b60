import { holdLimits } from '@laurel/support/call-limits';
import { deliver, messageEvent, notification } from '@laurel/support/instagram/graph-server';
import { setUpGraph } from '@laurel/support/instagram/setup';
import { until } from '@laurel/support/until';
import { expect, it, onTestFinished } from 'vitest';

const [MALLORY, ADA] = ['111', '6543210'];

// This test fails without the limit: all messages of the first sender are accepted.
it('accepts at most 20 messages a minute from one sender, and still accepts those of others', async () => {
  let at = Date.now();
  const setup = await setUpGraph({ now: () => new Date(at) });
  onTestFinished(setup.close);
  setup.api.people.set(MALLORY, { username: 'mallory', follows: true });
  setup.api.people.set(ADA, { username: 'ada.lovelace', follows: true });
  const from = (name: string): number => setup.calls.filter(({ senderUsername }) => senderUsername === name).length;

  // One after another, so that the limit of waiting messages does not apply.
  for (let index = 0; index < 50; index += 1) {
    const response = await deliver(setup.url, notification(messageEvent(MALLORY, `message ${index}`)));
    expect([response.status, await response.text()]).toEqual([200, 'EVENT_RECEIVED']);
    await until('the message to be handled', () => from('mallory') >= Math.min(index + 1, 20));
  }
  await deliver(setup.url, notification(messageEvent(ADA, 'K7M4QX')));
  await until('the other sender’s message', () => from('ada.lovelace') === 1);
  at += 60_000;
  await deliver(setup.url, notification(messageEvent(MALLORY, 'the last')));
  // The messages of one sender are handled in order.
  await until('the last message', () => setup.calls.some(({ text }) => text === 'the last'));
  expect(from('mallory')).toBe(21);
});

// This test fails without the count: all 60 messages wait.
it('lets at most 20 messages of one sender wait while Meta’s API fails', async () => {
  let at = Date.now();
  const setup = await setUpGraph({ now: () => new Date(at) });
  onTestFinished(setup.close);
  setup.api.people.set(MALLORY, { username: 'mallory', follows: true });
  const limits = holdLimits();
  setup.api.fail('profile', 'silence', 10);
  for (let minute = 0; minute < 3; minute += 1) {
    const texts = Array.from({ length: 20 }, (_, index) => `message ${minute}.${index}`);
    const response = await deliver(setup.url, notification(...texts.map((text) => messageEvent(MALLORY, text))));
    expect(response.status).toBe(200);
    at += 60_000;
  }
  expect(setup.calls).toEqual([]);
  for (let silences = 1; silences <= 10; silences += 1) {
    await until(`call ${silences} without an answer`, () => setup.api.silences() === silences);
    limits.passFirst();
  }
  await expect.poll(() => setup.calls.length).toBeGreaterThanOrEqual(20);
  // Handled messages no longer count as waiting.
  await deliver(setup.url, notification(messageEvent(MALLORY, 'the last')));
  await until('the last message', () => setup.calls.some(({ text }) => text === 'the last'));
  expect(setup.calls.map(({ text }) => text)).toEqual([
    ...Array.from({ length: 20 }, (_, index) => `message 0.${index}`),
    'the last',
  ]);
});
