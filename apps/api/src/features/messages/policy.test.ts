import { expect, it } from 'vitest';
import { messageOf, sinceOf } from './policy.ts';
import type { MessageRow } from './store.ts';

const NOW = new Date('2026-12-01T20:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 24 * 3_600_000);
const notice: MessageRow = {
  id: '1',
  accountId: null,
  kind: 'mail',
  purpose: 'objection',
  country: null,
  provider: 'smtp',
  state: 'given_up',
  tries: 3,
  problem: null,
  givenUp: 'tries',
  costMicros: null,
  currency: null,
  createdAt: daysAgo(2),
  changedAt: daysAgo(1),
  isNotice: true,
  email: null,
  phone: null,
};

it.each<[string, Partial<MessageRow>, boolean]>([
  ['failed', { state: 'failed', isNotice: false }, true],
  ['given up', {}, true],
  ['given up a week ago', { changedAt: daysAgo(7) }, false],
  ['outdated', { givenUp: 'outdated' }, false],
  ['given up, with a code', { isNotice: false }, false],
  ['sent', { state: 'sent' }, false],
])('a message that is %s: whether it can be sent again', (_what, more, retryable) => {
  expect(messageOf({ ...notice, ...more }, undefined, NOW).retryable).toBe(retryable);
});

it.each([
  ['quarter', '2026-12-01T20:02:00.000Z'],
  ['hour', '2026-12-01T20:00:00.000Z'],
  ['day', '2026-11-30T21:00:00.000Z'],
] as const)('the span %s begins with a whole minute or hour', (span, since) => {
  expect(sinceOf(span, new Date('2026-12-01T20:17:30Z'))?.toISOString()).toBe(since);
});
