import { expect, it } from 'vitest';
import { compareMessages, compareVotes, isInDoubt } from './compare.ts';
import type { Entry } from './orders.ts';

type VoteEntry = Extract<Entry, { kind: 'vote' }>;

const place = { nomination: 'Company', niche: 'Games' };
const categories = [
  [
    { ...place, vote: 'Aurora' },
    { ...place, vote: 'Borealis' },
  ],
];
const voters = new Map([[0, 'ada']]);
const answer = (status: number, code?: string): VoteEntry => ({
  kind: 'vote',
  voter: 0,
  category: 0,
  status,
  at: 0,
  ...(code === undefined ? {} : { code }),
});
const stored = (vote: string) => ({ voter: 'ada', ...place, vote });
const problemsOf = (entries: VoteEntry[], rows: ReturnType<typeof stored>[]) =>
  compareVotes({ entries, seen: [], stored: rows, voters, categories, isUncertain: isInDoubt });

it.each([
  ['an acknowledged vote that is stored', [answer(201)], ['Aurora'], []],
  ['a vote that was in doubt and exists', [answer(503, 'vote.in_doubt'), answer(409, 'vote.exists')], ['Aurora'], []],
  ['a lost vote', [answer(201)], [], ['0/0 was acknowledged and is not stored']],
  ['a vote for another nominee', [answer(201)], ['Borealis'], ['0/0 is stored for Borealis instead of Aurora']],
  ['a vote that is stored twice', [answer(201)], ['Aurora', 'Aurora'], ['the vote 0/0 is stored twice']],
  ['a vote without a request', [], ['Aurora'], ['0/0 is stored, but the ledger has no request for it']],
  [
    'a refused vote that is stored',
    [answer(503, 'vote.not_open')],
    ['Aurora'],
    ['0/0 is stored although it was refused'],
  ],
  [
    'an unexpected response',
    [answer(500, 'server.error'), answer(201)],
    ['Aurora'],
    ['0/0 was answered 500 server.error'],
  ],
  ['no final response', [answer(0)], [], ['0/0 got no final response']],
  [
    'a vote that is reported to exist and is not stored',
    [answer(503, 'vote.in_doubt'), answer(409, 'vote.exists')],
    [],
    ['0/0 was reported to exist and is not stored'],
  ],
  [
    'a refusal as existing without an earlier doubt',
    [answer(409, 'vote.exists')],
    ['Aurora'],
    [
      '0/0 was refused as existing, although every earlier response was certain',
      '0/0 is stored although it was refused',
    ],
  ],
])('compareVotes finds the problems of %s', (_, entries, votes, problems) => {
  expect(problemsOf(entries, votes.map(stored))).toEqual(problems);
});

it('compareVotes reports a vote that a voter in doubt was shown and that is not stored', () => {
  const entries = [answer(503, 'vote.in_doubt'), answer(503, 'vote.not_open')];
  const seen: Entry = { kind: 'seen', voter: 0, category: 0, vote: 'Aurora' };
  const among = (rows: ReturnType<typeof stored>[]) =>
    compareVotes({ entries, seen: [seen], stored: rows, voters, categories, isUncertain: isInDoubt });
  expect(among([stored('Aurora')])).toEqual([]);
  expect(among([])).toEqual(['0/0 was acknowledged and is not stored: its voter was shown Aurora']);
});

it('compareMessages reports a promised message that did not arrive, and more messages than requests', () => {
  const promise: Entry = { kind: 'promise', channel: 'email', to: 'ada@example.org' };
  const arrival: Entry = { kind: 'arrival', channel: 'email', to: 'ada@example.org', id: '1', dropped: false };
  expect(compareMessages([promise, arrival]).problems).toEqual([]);
  expect(compareMessages([promise]).problems).toEqual(['a mail was acknowledged and did not arrive']);
  expect(compareMessages([promise, arrival, { ...arrival, id: '2' }]).problems).toEqual([
    '2 messages arrived for 1 requests',
  ]);
});
