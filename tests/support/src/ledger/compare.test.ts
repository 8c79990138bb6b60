import { expect, it } from 'vitest';
import { compareMessages, compareVotes } from './compare.ts';
import type { Entry } from './entries.ts';

const place = { nomination: 'Company', niche: 'Games' };
const answer = (status: number, code?: string): Entry => ({
  kind: 'vote',
  accountId: 'ada',
  vote: { ...place, vote: 'Aurora' },
  status,
  code,
  at: 0,
});
const stored = (vote: string) => ({ accountId: 'ada', ...place, vote });

it.each([
  ['an acknowledged vote that is stored', [answer(201)], ['Aurora'], []],
  ['a vote that was in doubt and exists', [answer(503, 'vote.in_doubt'), answer(409, 'vote.exists')], ['Aurora'], []],
  ['a lost vote', [answer(201)], [], ['ada in Company/Games was acknowledged and is not stored']],
  [
    'a vote for another nominee',
    [answer(201)],
    ['Borealis'],
    ['ada in Company/Games is stored for Borealis instead of Aurora'],
  ],
  [
    'a vote that is stored twice',
    [answer(201)],
    ['Aurora', 'Aurora'],
    ['the vote of ada in Company/Games is stored twice'],
  ],
  [
    'a vote without a request',
    [],
    ['Aurora'],
    ['ada in Company/Games is stored, but the ledger has no request for it'],
  ],
  [
    'a refused vote that is stored',
    [answer(503, 'vote.not_open')],
    ['Aurora'],
    ['ada in Company/Games is stored although it was refused'],
  ],
  [
    'an unexpected response',
    [answer(500, 'server.error'), answer(201)],
    ['Aurora'],
    ['ada in Company/Games was answered 500 server.error'],
  ],
  ['no final response', [answer(0)], [], ['ada in Company/Games got no final response']],
  [
    'a vote that is reported to exist and is not stored',
    [answer(503, 'vote.in_doubt'), answer(409, 'vote.exists')],
    [],
    ['ada in Company/Games was reported to exist and is not stored'],
  ],
  [
    'a refusal as existing without an earlier doubt',
    [answer(409, 'vote.exists')],
    ['Aurora'],
    [
      'ada in Company/Games was refused as existing, although every earlier response was certain',
      'ada in Company/Games is stored although it was refused',
    ],
  ],
])('compareVotes finds the problems of %s', (_, entries, votes, problems) => {
  expect(compareVotes(entries, votes.map(stored))).toEqual(problems);
});

it('compareVotes reports a vote that a voter in doubt was shown and that is not stored', () => {
  const seen: Entry = { kind: 'seen', accountId: 'ada', vote: { ...place, vote: 'Aurora' } };
  const entries = [answer(503, 'vote.in_doubt'), answer(503, 'vote.not_open'), seen];
  expect(compareVotes(entries, [stored('Aurora')])).toEqual([]);
  expect(compareVotes(entries, [])).toEqual([
    'ada in Company/Games was acknowledged and is not stored: its voter was shown Aurora',
  ]);
});

it('compareMessages reports a promised message that did not arrive, and more messages than requests', () => {
  const promise: Entry = { kind: 'promise', channel: 'email', to: 'ada@example.org' };
  const arrival: Entry = { kind: 'arrival', channel: 'email', to: 'ada@example.org', id: '1' };
  expect(compareMessages([promise, arrival]).problems).toEqual([]);
  expect(compareMessages([promise]).problems).toEqual(['a mail was acknowledged and did not arrive']);
  expect(compareMessages([promise, arrival, { ...arrival, id: '2' }]).problems).toEqual([
    '2 messages arrived for 1 requests',
  ]);
});
