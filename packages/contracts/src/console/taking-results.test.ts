import { expect, it } from 'vitest';
import { ROLES } from './permissions.ts';
import { whenToTake } from './taking-results.ts';

const OPEN = { phase: 'open', final: false, embargo: false } as const;
const COUNTED = { phase: 'closed', final: true, embargo: false } as const;

it.each([
  ['while people vote', OPEN, ['after_voting', 'after_voting', 'never', 'never', 'after_announcement']],
  [
    'while the last votes are stored',
    { ...COUNTED, final: false },
    ['after_voting', 'after_voting', 'never', 'never', 'after_announcement'],
  ],
  ['once voting is over', COUNTED, ['now', 'now', 'never', 'never', 'after_announcement']],
  [
    'under an embargo',
    { ...COUNTED, embargo: true },
    ['after_announcement', 'after_announcement', 'never', 'never', 'after_announcement'],
  ],
  [
    'once the winners are announced',
    { ...COUNTED, phase: 'announced' as const },
    ['now', 'now', 'never', 'never', 'now'],
  ],
])('%s, owner, organiser, editor, support and auditor take the result away: %s', (_when, state, taking) => {
  expect(ROLES.map((role) => whenToTake(role, state))).toEqual(taking);
});
