import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startCrowd, type Outcome as Voted } from '@laurel/stack/crowd';
import { type Deployment, IMAGE } from '@laurel/stack/deployment';
import { docker, type Outcome, tryRun } from '@laurel/stack/docker';
import { useDeployment } from '@laurel/stack/hooks';
import { replacePasswords } from '@laurel/stack/passwords';
import { beforeAll, expect, it } from 'vitest';
import { createNodes, type Nodes } from './nodes.ts';

const SETTLES_WITHIN_MS = 600_000;
/** The files of prepare.sh. */
const ADDED = ['database_pooled_url', 'database_standby_url', 'pgbouncer_users'];

const deployment = useDeployment(1, async ({ set }) => set({ CLUSTER_VERSION: IMAGE.version }));
let nodes: Nodes;
/** The failed checks of the doctor before anything was lost. */
let failedBefore: string[];
const crowds: Voted[] = [];

beforeAll(async () => {
  failedBefore = await failedChecks();
  nodes = createNodes(deployment);
});

const failedChecks = async (): Promise<string[]> =>
  (await deployment.doctor()).filter(({ ok }) => !ok).map(({ check }) => check);
const script = (name: string, ...args: string[]): Promise<Outcome> =>
  tryRun(name, args, { cwd: deployment.folder, input: deployment.secret('backup_identity') });
const restore = (...args: string[]) => script('deploy/cluster/restore.sh', '--identity', '-', ...args);
const databaseUrl = async (): Promise<string> => {
  const address = await deployment.addressOf(await deployment.id('haproxy'), 'data');
  return `postgres://laurel:${deployment.secret('postgres_password')}@${address}:5432/laurel`;
};

const vote = async (on: Deployment): Promise<void> => {
  const crowd = await startCrowd(on, 60, 4);
  await expect.poll(crowd.acknowledged).toBeGreaterThan(200);
  crowds.push(await crowd.stop());
};

/** Runs a drill, which must lose no vote. @returns its start: everything before is in the store */
const drill = async (): Promise<string> => {
  const now = new Date().toISOString();
  const { code, output } = await deployment.drill();
  expect([code, output]).toEqual([0, expect.stringContaining('"lostVotes": 0')]);
  return now;
};

/** Starts everything after a restore, and checks the cluster. */
const expectWhole = async (): Promise<void> => {
  await deployment.up();
  await nodes.settled(SETTLES_WITHIN_MS);
  for (const crowd of crowds) expect(await crowd.problems(databaseUrl)).toEqual([]);
  expect((await failedChecks()).filter((check) => !failedBefore.includes(check))).toEqual([]);
  await vote({ ...deployment, databaseUrl });
  // The roles of Patroni: a standby follows, and the old primary rejoins.
  await nodes.switchOver();
  await nodes.settled(SETTLES_WITHIN_MS);
};

it('an award with one database moves to a cluster, with every vote', async () => {
  await vote(deployment);
  // A setting by hand, which would override Patroni's. The base backup contains it.
  const setting = `ALTER SYSTEM SET synchronous_standby_names = 'laurel_backup'`;
  await deployment.compose('exec', '-T', 'postgres', 'psql', '-U', 'laurel', 'laurel', '-c', setting);
  await deployment.compose('exec', '-T', 'backup', 'laurel', 'backup', 'create');
  await deployment.compose('stop', 'app');
  const drilled = await drill();
  await deployment.compose('down');
  expect(await script('deploy/cluster/prepare.sh')).toEqual({ code: 0, output: '' });
  deployment.set({ COMPOSE_FILE: 'docker-compose.yml:deploy/cluster/compose.yml:docker-compose.override.yml' });
  const helped = await script('deploy/cluster/restore.sh', '--help');
  expect([helped.code, helped.output]).toEqual([0, expect.stringContaining('--not-before')]);
  const refused = await restore();
  expect([refused.code, refused.output]).toEqual([2, expect.stringContaining('etcd does not answer')]);

  await deployment.compose('up', '-d', 'etcd1', 'etcd2', 'etcd3');
  expect(await deployment.compose('ps', '--all', '-q', 'pg1'), 'nothing was started').toBe('');
  const planned = await restore('--not-before', drilled, '--dry-run');
  expect([planned.code, planned.output]).toEqual([0, expect.stringContaining('Would restore base backup')]);
  const restored = await restore('--not-before', drilled);
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('pg1 is the primary')]);
  await expectWhole();
});

it('a cluster that lost every node and its passwords comes back with every vote', async () => {
  const drilled = await drill();
  const again = await restore('--not-before', drilled);
  expect([again.code, again.output]).toEqual([2, expect.stringContaining('etcd has a cluster already')]);
  await deployment.compose('down');
  for (const name of ['pg1', 'pg2', 'pg3', 'etcd1', 'etcd2', 'etcd3']) {
    await docker(['volume', 'rm', `${deployment.project}_${name}-data`]);
  }
  replacePasswords(deployment.folder);
  const secrets = join(deployment.folder, 'secrets');
  const added = readdirSync(secrets).filter((name) => name.startsWith('cluster_') || ADDED.includes(name));
  for (const name of added) rmSync(join(secrets, name));
  expect(added).toHaveLength(6);
  expect(await script('deploy/cluster/prepare.sh')).toEqual({ code: 0, output: '' });

  await deployment.compose('up', '-d', 'etcd1', 'etcd2', 'etcd3');
  const restored = await restore('--not-before', drilled);
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('pg1 is the primary')]);
  await expectWhole();
});
