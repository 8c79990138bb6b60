import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { crash, cut, freeze, killPostmaster, powerOff, type Undo } from './disturb.ts';

/** Something that happens to a cluster under load. */
export type Fault = {
  name: string;
  about: string;
  /** How long it lasts; 0: it is over as soon as it has begun. */
  seconds: number;
  /** No vote may be acknowledged while it lasts, so the silence counts from its end. */
  stopsVoting?: true;
  begin(cluster: Cluster): Promise<Undo>;
};

const over: Undo = async () => undefined;
const all =
  (undone: readonly Undo[]): Undo =>
  async () =>
    void (await Promise.all(undone.map((undo) => undo())));

const crashOf =
  (service: string) =>
  async ({ deployment }: Cluster): Promise<Undo> => {
    await crash(await deployment.id(service));
    return over;
  };

/** Cuts the primary off from networks. */
const cutPrimary =
  (...networks: string[]) =>
  async ({ deployment, nodes }: Cluster): Promise<Undo> => {
    const container = await deployment.id(await nodes.primary());
    const undone: Undo[] = [];
    for (const network of networks) undone.push(await cut(container, deployment.networkOf(network)));
    return all(undone);
  };

const powerOffNodes = async ({ deployment }: Cluster, names: readonly string[]): Promise<Undo> => {
  const undone: Undo[] = [];
  for (const name of names) undone.push(await powerOff(await deployment.id(name)));
  return all(undone);
};

/** By how much the clock must be ahead, and how often it is read until then. */
const CLOCK_AHEAD_MS = 25_000;
const CLOCK_TRIES = 60;
/** Between two Laurel processes that are killed. */
const BETWEEN_MS = 8_000;

/** Each is one row of the table in docs/scaling.md. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'primary-killed',
    about: 'the primary’s container is killed, and restarted by the engine',
    seconds: 0,
    begin: async ({ deployment, nodes }) => {
      await crash(await deployment.id(await nodes.primary()));
      return over;
    },
  },
  {
    name: 'primary-lost',
    about: 'the primary’s machine loses its power for 45 s',
    seconds: 45,
    begin: async (cluster) => powerOffNodes(cluster, [await cluster.nodes.primary()]),
  },
  {
    name: 'postgres-killed',
    about: 'the primary’s PostgreSQL is killed; its Patroni lives',
    seconds: 0,
    begin: async ({ deployment, nodes }) => {
      await killPostmaster(await deployment.id(await nodes.primary()));
      return over;
    },
  },
  {
    name: 'primary-frozen',
    about: 'the primary’s container is frozen for 60 s, then wakes up',
    seconds: 60,
    begin: async (cluster) => {
      const node = await cluster.nodes.primary();
      const timeline = await cluster.nodes.timeline();
      const wake = await freeze(await cluster.deployment.id(node));
      return async () => {
        await wake();
        await cluster.triesWrite(node, timeline);
      };
    },
  },
  {
    name: 'primary-without-etcd',
    about: 'the primary is cut off from etcd for 45 s',
    seconds: 45,
    begin: cutPrimary('etcd'),
  },
  {
    name: 'primary-without-standbys',
    about: 'the primary is cut off from its standbys for 30 s, but not from etcd',
    seconds: 30,
    stopsVoting: true,
    begin: cutPrimary('replication'),
  },
  {
    name: 'primary-isolated',
    about: 'the primary is cut off from etcd and its standbys for 60 s, but not from clients',
    seconds: 60,
    begin: async (cluster) => {
      const node = await cluster.nodes.primary();
      const timeline = await cluster.nodes.timeline();
      const heal = await cutPrimary('etcd', 'replication')(cluster);
      return async () => {
        await heal();
        await cluster.triesWrite(node, timeline);
      };
    },
  },
  {
    name: 'switchover',
    about: 'a planned switch-over',
    seconds: 0,
    begin: async ({ nodes }) => {
      await nodes.switchOver();
      return over;
    },
  },
  {
    name: 'standby-lost',
    about: 'the synchronous standby loses its power for 30 s',
    seconds: 30,
    begin: async (cluster) => powerOffNodes(cluster, [await cluster.nodes.synchronous()]),
  },
  {
    name: 'standbys-lost',
    about: 'both standbys lose their power for 30 s',
    seconds: 30,
    stopsVoting: true,
    begin: async (cluster) => powerOffNodes(cluster, await cluster.nodes.standbys()),
  },
  {
    name: 'etcd-without-quorum',
    about: 'two of three etcd lose their power for 45 s',
    seconds: 45,
    begin: (cluster) => powerOffNodes(cluster, ['etcd1', 'etcd2']),
  },
  {
    name: 'disk-full',
    about: 'the primary’s disk is full for 45 s',
    seconds: 45,
    begin: async ({ deployment, nodes }) => {
      const disk = deployment.disk(await nodes.primary());
      disk.fill();
      return async () => disk.free();
    },
  },
  { name: 'haproxy-killed', about: 'HAProxy is killed', seconds: 0, begin: crashOf('haproxy') },
  { name: 'pgbouncer-killed', about: 'PgBouncer is killed', seconds: 0, begin: crashOf('pgbouncer') },
  { name: 'balancer-killed', about: 'the balancer (Caddy) is killed', seconds: 0, begin: crashOf('caddy') },
  {
    name: 'laurel-killed',
    about: 'each Laurel process is killed, one after another',
    seconds: 0,
    begin: async ({ deployment }) => {
      for (const container of await deployment.containers('app', '--all')) {
        await crash(container);
        await sleep(BETWEEN_MS);
      }
      return over;
    },
  },
  {
    name: 'clock-off',
    about: 'the primary’s clock is 30 s ahead for 30 s',
    seconds: 30,
    begin: async ({ deployment, nodes, asOwner }) => {
      const primary = await nodes.primary();
      deployment.setClock(primary, '+30');
      for (let tries = 0; ; tries += 1) {
        const [row] = await asOwner<{ now: Date }>('SELECT clock_timestamp() AS now').catch(() => []);
        if (row && row.now.getTime() - Date.now() > CLOCK_AHEAD_MS) break;
        if (tries === CLOCK_TRIES) throw new Error('the clock did not change');
        await sleep(500);
      }
      return async () => deployment.setClock(primary, '+0');
    },
  },
];

/** The faults of these names, in the order of the table. @throws Error naming an unknown one */
export const faultsOf = (names: readonly string[]): Fault[] => {
  const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name));
  if (unknown.length > 0)
    throw new Error(`No such fault: ${unknown.join(', ')}. There are: ${FAULTS.map(({ name }) => name).join(', ')}.`);
  return FAULTS.filter(({ name }) => names.includes(name));
};
