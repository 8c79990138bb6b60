import { type Cluster, startCluster } from '@laurel/support/cluster';
import { fire, type Shot } from '@laurel/support/load';
import { openStored } from '@laurel/support/promises';
import { until } from '@laurel/support/until';
import { afterEach, describe, expect, it } from 'vitest';

let cluster: Cluster;
afterEach(() => cluster.close());

type Acknowledged = { accountId: string; nomination: string; niche: string; vote: string };
type Answered = Acknowledged & { promise: string };

/** The acknowledged votes that are not in the database. */
const lost = async (acknowledged: readonly Acknowledged[]): Promise<Acknowledged[]> => {
  const { rows } = await cluster.owner.query<Acknowledged>(
    `SELECT a.id AS "accountId", c.nomination, c.niche, n.company AS vote
       FROM votes v JOIN accounts a USING (voter_id) JOIN nominees n ON n.id = v.nominee_id JOIN categories c ON c.id = v.category_id`,
  );
  const keyOf = ({ accountId, nomination, niche, vote }: Acknowledged) =>
    [accountId, nomination, niche, vote].join('/');
  const stored = new Set(rows.map(keyOf));
  return acknowledged.filter((row) => !stored.has(keyOf(row)));
};

/** Each acknowledged vote is promised, with the leaf of the stored vote. */
const expectPromised = async (acknowledged: readonly Answered[]): Promise<void> => {
  const promises = acknowledged.map(({ promise }) => promise);
  const stored = await openStored(cluster.owner, promises, cluster.log);
  expect(stored.map(({ category, nominee }) => `${category}/${nominee}`)).toEqual(
    acknowledged.map(({ nomination, niche, vote }) => `${nomination}/${niche}/${vote}`),
  );
};

const storm = async (voters: number, rounds: number) => {
  const people = await cluster.voters(voters);
  const shots: (Shot & { accountId: string })[] = [];
  for (let round = 0; round < rounds; round++) {
    people.forEach((voter, index) => {
      const vote = cluster.ballot[(index + round * 6) % cluster.ballot.length];
      const server = cluster.servers[index % cluster.servers.length];
      if (vote && server) shots.push({ origin: server.origin, token: voter.token, vote, accountId: voter.accountId });
    });
  }
  const acknowledged: Answered[] = [];
  const answers = fire(shots, 48, ({ status, promise = '' }, index) => {
    const shot = shots[index];
    if (status === 201 && shot) acknowledged.push({ accountId: shot.accountId, ...shot.vote, promise });
  });
  const acknowledge = (votes: number) => until(`${votes} votes`, () => acknowledged.length >= votes);
  return { answers, acknowledged, acknowledge };
};

describe('an acknowledged vote is stored', () => {
  it('when a process is killed during a batch, and every tally is correct', async () => {
    cluster = await startCluster(2);
    const { answers, acknowledged, acknowledge } = await storm(1_500, 8);
    await acknowledge(501);
    await cluster.servers[0]?.stop('SIGKILL');
    const statuses = (await answers).map(({ status }) => status);
    expect(statuses.filter((status) => status === 0).length).toBeGreaterThan(0);
    expect(acknowledged.length).toBeGreaterThan(500);
    expect(await lost(acknowledged)).toEqual([]);
    await expectPromised(acknowledged);
    expect((await cluster.audit()).wrongTallies).toBe(0);
  });

  it('when a process shuts down: it answers every vote that it accepted', async () => {
    cluster = await startCluster(1);
    const { answers, acknowledged, acknowledge } = await storm(800, 4);
    await acknowledge(100);
    expect(await cluster.servers[0]?.stop('SIGTERM')).toBe(0);
    const statuses = new Set((await answers).map(({ status }) => status));
    // 0: the listener was closed before the request was accepted.
    expect([...statuses].filter((status) => ![0, 201, 409, 503].includes(status))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(await lost(acknowledged)).toEqual([]);
    await expectPromised(acknowledged);
    expect(await cluster.audit()).toEqual({ votes: acknowledged.length, wrongTallies: 0 });
  });

  it('when the writer’s backend is terminated under load: the writer reconnects', async () => {
    cluster = await startCluster(2);
    const { answers, acknowledged, acknowledge } = await storm(1_000, 6);
    let terminated = 0;
    for (let round = 1; round <= 5; round++) {
      await acknowledge(200 * round);
      const { rowCount } = await cluster.owner.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'laurel ballot box' AND datname = current_database()",
      );
      terminated += rowCount ?? 0;
    }
    const statuses = (await answers).map(({ status }) => status);
    expect(terminated).toBeGreaterThan(0);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 500)).toEqual([]);
    expect(await lost(acknowledged)).toEqual([]);
    await expectPromised(acknowledged);
    const audit = await cluster.audit();
    expect(audit.wrongTallies).toBe(0);
    // Every stored vote was acknowledged.
    expect(audit.votes).toBe(acknowledged.length);
  });
});
