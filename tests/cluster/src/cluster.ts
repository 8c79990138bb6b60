import { setTimeout as sleep } from 'node:timers/promises';
import { createTokens } from '@laurel/api/crypto/tokens';
import type { Voter } from '@laurel/api/rehearsal/voters';
import type { Vote } from '@laurel/contracts/records';
import { readCategories } from '@laurel/stack/crowd';
import { type OutsideWorld, startOutside } from '@laurel/stack/outside';
import type { Statement } from '@laurel/support/ledger/compare';
import type { Entry } from '@laurel/support/ledger/entries';
import { createVoters } from '@laurel/support/voters';
import pg from 'pg';
import { type ClusterDeployment, createClusterDeployment } from './deployment.ts';
import { createLogReader, type LogReader } from './log-reader.ts';
import { createNodes, type Nodes } from './nodes.ts';
import { createOrganiser, type Organiser } from './organiser.ts';
import { NODES } from './overrides.ts';

/** How long a node may take to copy the primary, on a busy machine. */
const SETTLES_WITHIN_MS = 600_000;
/** How long a direct write on a node waits for a commit. */
const WRITE_SECONDS = 8;
/** How long a statement waits for its connection, and for its result. */
const CONNECT_MS = 15_000;
const STATEMENT_MS = 60_000;
/** The public log of the demo edition. */
const LOG_PATH = '/log/2025/checkpoint';

/** A running cluster with its providers. */
export type Cluster = {
  deployment: ClusterDeployment;
  nodes: Nodes;
  /** Takes the messages that the providers have accepted since the last call. */
  arrivals(): Entry[];
  /** Every category with its nominees. */
  categories: readonly (readonly Vote[])[];
  /** Runs a statement as the tables' owner, on the primary. */
  asOwner: Statement;
  organiser: Organiser;
  logReader: LogReader;
  /** The addresses of the Laurel processes. */
  appAddresses(): Promise<string[]>;
  voters(count: number, verified?: { phone?: boolean }): Promise<Voter[]>;
  /** The names of the standbys that ten connections to HAProxy's port for standbys reach. */
  standbysReached(): Promise<string[]>;
  /**
   * Tries to write on a node itself, which was the primary on this timeline. It may only take the write if the timeline is
   * still the cluster's: then no other primary was elected.
   */
  triesWrite(node: string, timeline: number): Promise<void>;
  /** The attempts of `triesWrite` by an old primary that are in the cluster's database, or were acknowledged. */
  strayWrites(): Promise<string[]>;
  /** Waits until everything runs and every node follows the primary. */
  settled(): Promise<void>;
  /** The failed checks of `laurel doctor`. */
  doctor(): Promise<string[]>;
  /** What `laurel log verify` objects to. */
  verifyLog(): Promise<string[]>;
  close(): Promise<void>;
};

/** Brings a cluster up from nothing. */
export const startCluster = async (): Promise<Cluster> => {
  const outside = await startOutside();
  let deployment: ClusterDeployment | undefined;
  try {
    deployment = await createClusterDeployment(outside);
    await deployment.up();
    await deployment.trustCaddy();
    return await connect(deployment, outside);
  } catch (error) {
    await deployment?.remove();
    await outside.close();
    throw error;
  }
};

/** Takes the messages that the providers have accepted. */
const arrivalsAt = ({ mail, sms }: OutsideWorld): Entry[] => [
  ...mail.received.splice(0).flatMap(({ recipients, headers }) => {
    const id = headers.get('message-id')?.[0] ?? '';
    return recipients.map((to): Entry => ({ kind: 'arrival', channel: 'email', to, id }));
  }),
  ...sms.received.splice(0).map(({ to, id = '' }): Entry => ({ kind: 'arrival', channel: 'sms', to, id })),
];

const connect = async (deployment: ClusterDeployment, outside: OutsideWorld): Promise<Cluster> => {
  const nodes = createNodes(deployment);
  await nodes.settled(SETTLES_WITHIN_MS);

  /** HAProxy's port for the primary is 5432, for a standby 5433. */
  const ownerUrl = async (port = 5432): Promise<string> => {
    const address = await deployment.addressOf(await deployment.id('haproxy'), 'data');
    return `postgres://laurel:${deployment.secret('postgres_password')}@${address}:${port}/laurel`;
  };
  const query = async <Row extends pg.QueryResultRow>(url: string, sql: string, values: unknown[]): Promise<Row[]> => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: STATEMENT_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      // Not awaited: a frozen server does not answer.
      void client.end();
    }
  };
  const asOwner: Statement = async (sql, values = []) => query(await ownerUrl(), sql, values);
  await asOwner('CREATE TABLE public.stray_writes (id text PRIMARY KEY)');
  const acknowledged: string[] = [];
  /** The new attempts, with the timeline on which their node was the primary. */
  const tried = new Map<string, number>();
  /** The attempts on a node that was still the primary. */
  const byPrimary = new Set<string>();

  const running = async (): Promise<void> => {
    // `--wait` ends at once for a container that is unhealthy now, although its next check will succeed.
    for (const until = Date.now() + SETTLES_WITHIN_MS; ; await sleep(2_000)) {
      const { code, output } = await deployment.tryCompose(
        ...['up', '--wait', '--wait-timeout', '120', '--no-recreate', '--no-build', '-d'],
      );
      if (code === 0) return;
      if (Date.now() < until) continue;
      const backup = await deployment.exec('backup', ['laurel', 'backup', 'status']);
      throw new Error(`not everything runs:\n${output}\nThe backup says:\n${backup.output}`);
    }
  };
  const organiser = createOrganiser(asOwner);
  const logReader = createLogReader(LOG_PATH);
  return {
    deployment,
    nodes,
    arrivals: () => arrivalsAt(outside),
    categories: await readCategories(deployment),
    asOwner,
    organiser,
    logReader,
    appAddresses: async () =>
      Promise.all(
        (await deployment.containers('app', '--all')).map((container) => deployment.addressOf(container, 'data')),
      ),
    voters: async (count, verified) =>
      createVoters({
        migrateUrl: await ownerUrl(),
        tokens: createTokens(deployment.secret('jwt_secret')),
        now: new Date(),
        count,
        ...verified,
      }),
    standbysReached: async () => {
      const url = await ownerUrl(5433);
      const names = new Map<string, string>();
      for (const node of NODES) names.set(await deployment.addressOf(await deployment.id(node), 'data'), node);
      const reached = new Set<string>();
      for (let count = 0; count < 10; count += 1) {
        const [row] = await query<{ address: string }>(url, 'SELECT host(inet_server_addr()) AS address', []);
        if (row) reached.add(names.get(row.address) ?? row.address);
      }
      return [...reached];
    },
    triesWrite: async (node, timeline) => {
      const id = `${node} ${Date.now()}`;
      const sql = `INSERT INTO stray_writes VALUES ('${id}')`;
      const psql = ['timeout', String(WRITE_SECONDS), 'psql', '-U', 'laurel', '-d', 'laurel', '-c', sql];
      const { code } = await deployment.exec(node, psql);
      tried.set(id, timeline);
      if (code === 0) acknowledged.push(id);
    },
    strayWrites: async () => {
      const stored = await asOwner<{ id: string }>('SELECT id FROM stray_writes');
      const ids = new Set([...acknowledged, ...stored.map(({ id }) => id)]);
      // Read when all nodes agree: one that has just woken up still takes itself for the primary.
      const current = await nodes.timeline();
      for (const [id, timeline] of tried) if (timeline === current) byPrimary.add(id);
      tried.clear();
      return [...ids].filter((id) => !byPrimary.has(id));
    },
    settled: async () => {
      await running();
      await nodes.settled(SETTLES_WITHIN_MS);
    },
    doctor: async () =>
      (await deployment.doctor()).filter(({ ok }) => !ok).map(({ check, detail }) => `doctor: ${check}: ${detail}`),
    verifyLog: async () => {
      const { code, output } = await deployment.exec('app', ['laurel', 'log', 'verify']);
      return code === 0 ? [] : [`laurel log verify: ${output}`];
    },
    close: async () => {
      await Promise.all([organiser.stop(), logReader.stop()]);
      await deployment.remove();
      await outside.close();
    },
  };
};
