import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { faultsOf } from './faults.ts';
import { compareCheckpoints } from './log-reader.ts';
import { runRound } from './round.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.close());

// One round of those that differ most: a failover, an old primary that wakes up, and no standby. `pnpm cluster` runs all.
const chosen = faultsOf((process.env.CLUSTER_FAULTS ?? 'primary-lost,primary-frozen,standbys-lost').split(','));
it.each(chosen)('$about: no acknowledged vote is lost', async (fault) => {
  const result = await runRound(cluster, [fault]);
  console.log(
    `${fault.name}: ${result.acknowledged} votes, longest silence ${result.silence} ms, ${result.afterEnd} ms after the end`,
  );
  expect(result.problems).toEqual([]);
  expect(result.acknowledged).toBeGreaterThan(0);
  expect(result.messages).toBeGreaterThan(0);
  expect(result.exclusionSteps).toBeGreaterThan(0);
  expect(result.checkpoints).toBeGreaterThan(0);
});

it('a checkpoint that the log does not have is found', async () => {
  const stored = await cluster.asOwner<{ size: string; root: string }>(
    `SELECT size, encode(root, 'base64') AS root FROM log_checkpoints ORDER BY size DESC LIMIT 1`,
  );
  const shown = stored.map(({ size, root }) => ({ size: Number(size), root }));
  expect(shown).toHaveLength(1);
  expect(await compareCheckpoints(cluster.asOwner, shown)).toEqual([]);
  const forked = shown.map(({ size }) => ({ size, root: Buffer.alloc(32).toString('base64') }));
  expect(await compareCheckpoints(cluster.asOwner, forked)).toHaveLength(1);
});

it('the backup reads a standby, also after the failovers', async () => {
  const status = () => cluster.deployment.exec('backup', ['laurel', 'backup', 'status']);
  await expect.poll(async () => (await status()).output).toContain('All is well');
  const receivers = await cluster.asOwner(`SELECT 1 FROM pg_stat_replication WHERE application_name = 'laurel_backup'`);
  expect(receivers, 'at the primary it would count as a standby').toEqual([]);
});

it('a drill restores every vote of the primary from the backup of a standby, also after the failovers', async () => {
  const { code, output } = await cluster.deployment.drill();
  const [row] = await cluster.asOwner<{ votes: number }>('SELECT count(*)::int AS votes FROM votes');
  expect(row?.votes).toBeGreaterThan(0);
  expect([code, output]).toEqual([0, expect.stringContaining(`"restoredVotes": ${row?.votes},`)]);
  expect(output).toContain('"recorded": true');
});

it('connections for standbys reach one node, and when that becomes primary, another one', async () => {
  const { nodes } = cluster;
  const first = await cluster.standbysReached();
  expect(first).toHaveLength(1);
  const [before] = first;
  // Only the synchronous standby can take over, which need not be this one at first.
  for (let switches = 0; (await nodes.primary()) !== before && switches < 6; switches += 1) {
    await nodes.switchOver();
    await cluster.settled();
  }
  expect(await nodes.primary()).toBe(before);
  const reached = await cluster.standbysReached();
  expect(reached).toHaveLength(1);
  expect(reached).not.toContain(before);
  const slots = () => cluster.asOwner(`SELECT 1 FROM pg_replication_slots WHERE slot_name = 'laurel_backup'`);
  await expect.poll(slots, { message: 'the new primary drops the slot of the backup' }).toEqual([]);
});
