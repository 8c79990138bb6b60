import { expect, it } from 'vitest';
import { dueReminders } from './policy.ts';

const NOW = new Date('2026-05-02T12:00:00Z');
const at = (hours: number): Date => new Date(NOW.getTime() + hours * 3_600_000);

it.each([
  ['no end', null, ['stopped']],
  ['an end in 25 hours', at(25), ['stopped']],
  ['an end in 24 hours', at(24), ['closing', 'stopped']],
])('reminds with %s of %j', (_what, endsAt, kinds) => {
  const due = dueReminders(NOW, endsAt);
  expect(due.map(({ kind }) => kind)).toEqual(kinds);
  expect(due.map(({ until }) => until)).toEqual(kinds.map(() => at(-1)));
});
