import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '@laurel/support/cluster';
import { type Answer, fire, type Shot, summary } from '@laurel/support/load';
import { type OwnPostgres, startOwnPostgres } from '@laurel/support/own-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const OUTAGE_MS = 10_000;

let own: OwnPostgres;
let cluster: Cluster;
beforeAll(async () => {
  own = await startOwnPostgres();
  ({ cluster } = own);
});
afterAll(() => own.close());

const shotsOf = async (voters: number): Promise<Shot[]> => {
  const origin = cluster.servers[0]?.origin ?? '';
  const people = await cluster.voters(voters);
  return people.map(({ token }, index) => {
    const vote = cluster.ballot[index % cluster.ballot.length];
    if (!vote) throw new Error('the ballot is empty');
    return { origin, token, vote };
  });
};

describe('PostgreSQL stopped for ten seconds under load', () => {
  it('returns 503 with Retry-After, recovers without a restart, and loses no acknowledged vote', async () => {
    const [people, late] = [await shotsOf(400), await shotsOf(10)];
    const waves: Answer[] = [];
    const begun = Promise.withResolvers<void>();
    /** Each voter retries after a 503, as the app does. */
    const storm = async (all: readonly Shot[]): Promise<void> => {
      for (let open = all; open.length > 0; ) {
        const answers = await fire(open, 16, () => begun.resolve());
        waves.push(...answers);
        open = open.filter((_shot, index) => answers[index]?.status !== 201 && answers[index]?.status !== 409);
        // Real time: the app waits before it retries.
        await sleep(100);
      }
    };
    const early = storm(people);
    await begun.promise;
    await own.stop();
    const afterwards = storm(late);
    const during = await fetch(`${people[0]?.origin}/api/vote/my-votes`, {
      headers: { authorization: `Bearer ${people[0]?.token}` },
    });
    expect(during.status).toBe(503);
    expect(Number(during.headers.get('retry-after'))).toBeGreaterThan(0);
    await expect.poll(async () => (await fetch(`${people[0]?.origin}/readyz`)).status).toBe(503);
    // Real time: the outage is longer than the limits of a request and of a batch.
    await sleep(OUTAGE_MS);
    await own.start();
    await cluster.reconnect();
    await Promise.all([early, afterwards]);

    const kinds = summary(waves);
    expect(
      Object.keys(kinds).filter(
        (kind) => !/^(201|409 vote\.exists|503 (server\.unavailable|vote\.in_doubt))$/.test(kind),
      ),
    ).toEqual([]);
    expect(kinds['503 server.unavailable']).toBeGreaterThan(0);
    // Every vote is stored exactly once, whether its first response was lost or not.
    expect(await cluster.audit()).toEqual({ votes: people.length + late.length, wrongTallies: 0 });
    await expect.poll(async () => (await fetch(`${people[0]?.origin}/readyz`)).status).toBe(200);
  });
});
