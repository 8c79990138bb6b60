import { expect, it } from 'vitest';
import { isOpen, proposerOf, VALID_MS } from './publishing.policy.ts';

const AT = new Date('2026-11-27T20:00:00.000Z');
const changes = [{ field: 'log.group', before: '20', after: '1' }];
const proposed = { live: 3, digest: 'a', changes };
const proposal = { ...proposed, at: AT.toISOString(), by: 'Olena (console)', reason: 'a test' };
const END = new Date(AT.getTime() + VALID_MS);

it.each([
  ['what it was made for', proposed, AT, true],
  ['another edition', { ...proposed, live: 4 }, AT, false],
  ['another draft', { ...proposed, digest: 'b' }, AT, false],
  ['another change', { ...proposed, changes: [] }, AT, false],
  ['the last millisecond', proposed, new Date(END.getTime() - 1), true],
  ['24 hours later', proposed, END, false],
])('a proposal for %s can be agreed to: %s', (_what, seen, now, open) => {
  expect(isOpen(proposal, seen, now)).toBe(open);
});

it('a list shows who proposed a draft, while that is valid and the same edition is live', () => {
  expect(proposerOf(proposal, 3, AT)).toBe('Olena (console)');
  expect([proposerOf(null, 3, AT), proposerOf(proposal, 4, AT), proposerOf(proposal, 3, END)]).toEqual([
    null,
    null,
    null,
  ]);
});
