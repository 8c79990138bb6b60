import { randomBytes } from 'node:crypto';
import type { Vote } from '@laurel/contracts/records';
import { type Cluster, startCluster } from '@laurel/support/cluster';
import { type Ledger, startLedger } from '@laurel/support/ledger/ledger';
import type { Figures, SmsMode, SmtpMode } from '@laurel/support/ledger/orders';
import { byCategory, makeRequests, UNLIMITED } from '@laurel/support/ledger/requests';
import { until } from '@laurel/support/until';
import pg from 'pg';
import { type Network, startNetwork } from './network.ts';
import { startVictim, type Victim } from './postgres.ts';

/** The numbers of voters and connections, and of requests for mails, text messages and accounts. */
type Crowd = { voters: number; lanes: number; mails: number; sms: number; accounts: number };

/** A site in production: servers, their PostgreSQL behind a proxy, and a ledger that plays clients and providers. */
export type FaultSetup = {
  postgres: Victim;
  wire: Network;
  cluster: Cluster;
  ledger: Ledger;
  /** The environment of the servers and the command. */
  env: Readonly<Record<string, string>>;
  /** Runs a statement as the tables' owner, without the proxy. */
  asOwner<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** The voters' accounts, in the order of the ledger's numbers. */
  readonly voters: readonly string[];
  /** Every category, with its nominees in the order of the ledger's choices. */
  readonly categories: readonly (readonly Vote[])[];
  /** Starts voters and requests for messages, which run until `finishAndCompare`. */
  load(count: Crowd): Promise<void>;
  /** Prepares voters while the database is available; the returned function starts them. */
  gather(count: Crowd): Promise<() => Promise<void>>;
  /** The ledger's figures. */
  figures(): Promise<Figures>;
  /** Waits until the ledger's figures match. @param what what is waited for */
  until(what: string, holds: (figures: Figures) => boolean): Promise<Figures>;
  post(smtp: SmtpMode, sms: SmsMode): Promise<void>;
  close(): Promise<void>;
};

const productionEnv = ({ smtpPort, smsPort }: Figures): Record<string, string> => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://awards.example',
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  MAIL_FROM: 'Meridian Awards <awards@awards.example>',
  SUPPORT_EMAIL: 'help@awards.example',
  SMS_PROVIDER: 'webhook',
  SMS_WEBHOOK_URL: `http://127.0.0.1:${smsPort}/sms`,
  SMS_WEBHOOK_SECRET: randomBytes(32).toString('base64'),
  INSTAGRAM_PROVIDER: 'review',
  JWT_SECRET: randomBytes(32).toString('base64'),
  DATA_KEY: randomBytes(32).toString('base64'),
  ...UNLIMITED,
});

/** Builds the site, with two servers. */
export const startFaultSetup = async (given?: Victim): Promise<FaultSetup> => {
  const postgres = given ?? (await startVictim());
  const wire = await startNetwork(postgres.port);
  const ledger = await startLedger();
  const env = productionEnv(await ledger.order({ do: 'figures' }));
  const appUrl = wire.over(postgres.appUrl);
  const cluster = await startCluster(2, { appUrl, migrateUrl: postgres.migrateUrl }, env);
  const categories = byCategory(cluster.ballot);
  const voters: string[] = [];

  const asOwner = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: postgres.migrateUrl });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  };
  const figures = (): Promise<Figures> => ledger.order({ do: 'figures' });
  const origins = cluster.servers.map(({ origin }) => origin);

  const gather = async ({ voters: count, lanes, mails, sms, accounts }: Crowd): Promise<() => Promise<void>> => {
    const people = await cluster.voters(count);
    const first = voters.length;
    voters.push(...people.map(({ accountId }) => accountId));
    const indexed = people.map(({ token }, index) => ({ index: first + index, token }));
    const choices = categories.map((each) => [...each]);
    const known = await cluster.voters(mails + sms, { phone: false });
    const requests = await makeRequests({ known, asOwner, mails, accounts });
    return async () => {
      await ledger.order({ do: 'vote', origins, voters: indexed, categories: choices, lanes });
      await ledger.order({ do: 'request', origins, requests, lanes: 3 });
    };
  };

  return {
    postgres,
    wire,
    cluster,
    ledger,
    env: cluster.env,
    asOwner,
    voters,
    categories,
    load: async (count) => (await gather(count))(),
    gather,
    figures,
    until: (what, holds) =>
      until(what, async () => {
        const now = await figures();
        return holds(now) ? now : undefined;
      }),
    post: async (smtp, sms) => void (await ledger.order({ do: 'post', smtp, sms })),
    close: async () => {
      postgres.resume();
      wire.heal();
      await ledger.close();
      await cluster.close();
      await wire.close();
      await postgres.close();
    },
  };
};
