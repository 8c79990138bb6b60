import { randomBytes } from 'node:crypto';
import type { Vote } from '@laurel/contracts/records';
import { useCluster } from '@laurel/support/hooks';
import { type Answer, fire, type Shot, summary } from '@laurel/support/load';
import { openStored } from '@laurel/support/promises';
import { sized } from '@laurel/support/scale';
import { describe, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';

const cluster = useCluster(2);

const nominee = (index: number): Vote => {
  const vote = cluster.ballot[index % cluster.ballot.length];
  if (!vote) throw new Error('the ballot is empty');
  return vote;
};
const promisesIn = (answers: readonly Answer[]): string[] => answers.flatMap(({ promise }) => promise ?? []);
/** A vote for one of the two processes, which `fire` sends. */
const shot = (index: number, voter: Voter | undefined, vote: Shot['vote']): Shot => ({
  origin: cluster.origin(index),
  token: voter?.token ?? '',
  vote,
});

describe('two processes on one database', () => {
  it('VO-07 store one vote for 200 identical concurrent requests, and return 199 times "exists"', async () => {
    const [voter] = await cluster.voters(1);
    const before = await cluster.audit();
    const shots = Array.from({ length: 200 }, (_, index) => shot(index, voter, nominee(0)));
    const answers = await fire(shots, 200);
    expect(summary(answers)).toEqual({ '201': 1, '409 vote.exists': 199 });
    expect(promisesIn(answers)).toHaveLength(1);
    expect(await cluster.audit()).toEqual({ votes: before.votes + 1, wrongTallies: 0 });
  });

  it('VO-07 store one vote for concurrent requests with different nominees of one category', async () => {
    const [voter] = await cluster.voters(1);
    const rivals = cluster.ballot.filter(
      (vote) => vote.nomination === nominee(0).nomination && vote.niche === nominee(0).niche,
    );
    expect(rivals.length).toBeGreaterThan(1);
    const shots = Array.from({ length: 100 }, (_, index) =>
      shot(index, voter, rivals[index % rivals.length] ?? nominee(0)),
    );
    expect(summary(await fire(shots, 100))).toEqual({ '201': 1, '409 vote.exists': 99 });
  });

  it('promise 400 votes at once, each with the leaf of its stored vote', async () => {
    const voters = await cluster.voters(400);
    const nonces = voters.map(() => randomBytes(16));
    const shots = voters.map((voter, index) => {
      const nonce = nonces[index]?.toString('base64url') ?? '';
      return shot(index, voter, { ...nominee(index), nonce });
    });
    const promises = promisesIn(await fire(shots, 128));
    expect(promises).toHaveLength(voters.length);
    const stored = await openStored(cluster.owner, promises, cluster.log);
    expect(stored.map(({ browserNonce }) => browserNonce)).toEqual(nonces);
    expect(stored.map(({ category, nominee }) => `${category}/${nominee}`)).toEqual(
      voters.map((_, index) => Object.values(nominee(index)).join('/')),
    );
  });

  it('keep every tally equal to its count of votes under mixed load', async () => {
    const attempts = sized(4_000, 200_000);
    const before = await cluster.audit();
    const good = await cluster.voters(sized(240, 2_400));
    const unverified = await cluster.voters(50, { phone: false });
    const everyone = [...good, ...unverified];
    const shots = Array.from({ length: attempts }, (_, index) =>
      shot(index, everyone[(index * 7919) % everyone.length], nominee(Math.floor(Math.random() * 1e6))),
    );
    const answers = summary(await fire(shots, 96));
    const after = await cluster.audit();
    expect(Object.keys(answers).sort()).toEqual(['201', '403 phone.unverified', '409 vote.exists']);
    expect(after).toEqual({ votes: before.votes + (answers['201'] ?? 0), wrongTallies: 0 });
    expect(Object.values(answers).reduce((sum, count) => sum + count)).toBe(attempts);
  });

  it('US-02 VO-08 reject votes after a session or a phone verification is revoked', async () => {
    const voters = await cluster.voters(300);
    const shots = voters.flatMap((voter, index) =>
      Array.from({ length: 10 }, (_, round) => shot(index + round, voter, nominee(round * 11))),
    );
    const revoked = voters.slice(0, 100).map((voter) => voter.sessionId);
    const phoneless = voters.slice(100, 200).map((voter) => voter.accountId);
    const begun = Promise.withResolvers<void>();
    const storm = fire(shots, 64, () => begun.resolve());
    await begun.promise;
    await cluster.owner.query('UPDATE sessions SET revoked_at = $2 WHERE id = ANY($1)', [revoked, new Date()]);
    await cluster.owner.query('UPDATE phone_verifications SET revoked_at = $2 WHERE account_id = ANY($1)', [
      phoneless,
      new Date(),
    ]);
    const afterwards = await fire(
      voters.slice(0, 200).map((voter, index) => shot(index, voter, nominee(index))),
      64,
    );
    await storm;
    expect(afterwards.slice(0, 100).every(({ code }) => code === 'auth.expired')).toBe(true);
    // Eligibility is checked first, so this is the error even when the category already has a vote.
    expect(afterwards.slice(100).every(({ code }) => code === 'phone.unverified')).toBe(true);
    expect((await cluster.audit()).wrongTallies).toBe(0);
  });
});
