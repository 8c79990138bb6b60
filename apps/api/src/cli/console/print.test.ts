import { expect, it } from 'vitest';
import { answerTexts } from './print.ts';

it('an answer is printed as fields in a column, with lists of objects as tables', () => {
  const answer = {
    phase: 'open',
    closesAt: null,
    needsSecondPerson: true,
    votes: { total: 7, perMinute: 1.5 },
    names: ['donat', 'ceo-owner'],
    steps: [
      { step: 'registered', people: 12, cost: { currency: 'EUR', micros: 8 } },
      { step: 'first_votes', people: 3, cost: null },
    ],
    proposals: [],
    detail: {},
  };
  expect(answerTexts(answer)).toEqual([
    'phase:               open',
    'closes at:           -',
    'needs second person: yes',
    'votes:',
    '  total:      7',
    '  per minute: 1.5',
    'names:               donat; ceo-owner',
    'steps:',
    '  STEP         PEOPLE  COST',
    '  registered   12      currency EUR, micros 8',
    '  first_votes  3       -',
    'proposals:           -',
    'detail:              -',
  ]);
});

it.each([
  ['lists of their own', { name: 'a', people: [{ id: 1 }] }],
  ['long texts', { name: 'a', text: 'x'.repeat(200) }],
  ['several lines', { name: 'a', text: 'one\ntwo' }],
])('rows with %s are printed one below the other', (_what, row) => {
  const lines = answerTexts([row, row]);
  expect(lines.filter((line) => line === 'name: a' || line === 'name:   a')).toHaveLength(2);
  expect(lines).toContain('');
});
