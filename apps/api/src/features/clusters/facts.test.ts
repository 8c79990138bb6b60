import { useOwner, useTestApi } from '@laurel/support/hooks';
import { firstBallot, voteAs, votersOf } from '@laurel/support/voters';
import { beforeAll, expect, it } from 'vitest';
import { readFacts } from './store.ts';

const api = useTestApi();
const owner = useOwner(api);
const PEOPLE = [
  ['Grace Hopper', 'lucky.box17@mail.example'],
  ['Grace Hooper', 'lucky-box18+a@mail.example'],
  ['Grape Hopper', 'Lucky-Box@mail.example'],
  ['Mary Stone', 'mary@mail.example'],
] as const;

beforeAll(async () => {
  const voters = await votersOf(api, PEOPLE.length);
  await voteAs(api, voters, firstBallot(api));
  for (const [index, { accountId }] of voters.entries()) {
    const [name, email] = PEOPLE[index] ?? [];
    await owner.query(
      'UPDATE accounts SET name = $2, email = $3, created_at = now() + make_interval(secs => $4) WHERE id = $1',
      [accountId, name, email, index],
    );
  }
});

it('names that differ in one letter share their beginning or their end, numbered mailboxes their letters', async () => {
  const [first, late, early, other] = (await readFacts(owner, new Date(0))).toSorted(
    (a, b) => a.registeredAt - b.registeredAt,
  );
  expect(late?.nameStart).toBe(first?.nameStart);
  expect(late?.nameEnd).not.toBe(first?.nameEnd);
  expect(early?.nameStart).not.toBe(first?.nameStart);
  expect(new Set([first, late, early].map((each) => each?.mailboxStem)).size).toBe(1);
  expect(other?.nameStart).not.toBe(first?.nameStart);
  expect(other?.mailboxStem).not.toBe(first?.mailboxStem);
  // Hashed: no part of a name leaves the database.
  expect(JSON.stringify([first, late, early, other])).not.toMatch(/grace|hopper|lucky/i);
});
