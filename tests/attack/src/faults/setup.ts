import { randomBytes } from 'node:crypto';
import type { Vote } from '@laurel/contracts/records';
import { type Cluster, startCluster } from '@laurel/support/cluster';
import pg from 'pg';
import { type Ledger, startLedger } from '../ledger/ledger.ts';
import type { Figures, MessageRequest, SmsMode, SmtpMode } from '../ledger/orders.ts';
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
  /** Waits until the ledger's figures match. */
  until(holds: (figures: Figures) => boolean): Promise<Figures>;
  post(smtp: SmtpMode, sms: SmsMode): Promise<void>;
  /** Adds or removes a server for later loads. */
  add(origin: string): void;
  remove(origin: string): void;
  /** Connects the owner to another server. */
  moveTo(server: Victim): void;
  close(): Promise<void>;
};

const MANY = '1000000';
/** All clients come from one network, and none makes a proof of work. */
const LIMITS = [
  'LIMITS_REGISTER_NETWORK_HOUR',
  'LIMITS_FLOOD_REGISTER_NETWORK',
  'LIMITS_MAIL_NETWORK_HOUR',
  'LIMITS_FLOOD_MAIL_NETWORK',
  'LIMITS_FLOOD_SMS_NETWORK',
  'LIMITS_CODES_NETWORK_HOUR',
  'SMS_HOURLY_BUDGET',
  'SMS_COUNTRY_HOURLY_BUDGET',
  'SMS_NETWORK_HOURLY_BUDGET',
];

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
  ...Object.fromEntries(LIMITS.map((name) => [name, MANY])),
});

const byCategory = (ballot: readonly Vote[]): Vote[][] =>
  Object.values(Object.groupBy(ballot, ({ nomination, niche }) => `${nomination}/${niche}`)).map((each) => each ?? []);

/** Builds the site. @param given.env additional environment of its servers */
export const startFaultSetup = async (
  given: { servers?: number; postgres?: Victim; env?: Record<string, string> } = {},
): Promise<FaultSetup> => {
  const postgres = given.postgres ?? (await startVictim());
  const wire = await startNetwork(postgres.port);
  const ledger = await startLedger();
  const env = { ...productionEnv(await ledger.order({ do: 'figures' })), ...given.env };
  const appUrl = wire.over(postgres.appUrl);
  const cluster = await startCluster(given.servers ?? 2, { appUrl, migrateUrl: postgres.migrateUrl }, env);
  const categories = byCategory(cluster.ballot);
  const voters: string[] = [];
  let primary = postgres;

  const asOwner = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> => {
    const url = new URL(postgres.migrateUrl);
    url.port = String(primary.port);
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  };
  const more = new Set<string>();
  const origins = (): string[] => [...cluster.servers.map(({ origin }) => origin), ...more];

  const requestsFor = async (mails: number, sms: number, accounts: number): Promise<MessageRequest[]> => {
    const people = await cluster.voters(mails + sms, { phone: false });
    const known = await asOwner<{ id: string; email: string; phone: string }>(
      `UPDATE accounts SET phone_number = '+38067' || lpad((random() * 9999999)::int::text, 7, '0')
        WHERE id = ANY($1) RETURNING id, email, phone_number AS phone`,
      [people.map(({ accountId }) => accountId)],
    );
    const tokens = new Map(people.map(({ accountId, token }) => [accountId, token]));
    const requests = known.map(
      ({ id, email, phone }, index): MessageRequest =>
        index < mails
          ? { channel: 'email', to: email, path: '/api/users/forgot-password', body: { login: email } }
          : {
              channel: 'sms',
              to: phone,
              path: '/api/users/request-phone-verify',
              body: {},
              token: tokens.get(id) ?? '',
            },
    );
    for (let each = 0; each < accounts; each += 1) {
      const to = `new-${randomBytes(6).toString('hex')}@example.org`;
      const digits = String(randomBytes(4).readUInt32BE() % 10_000_000).padStart(7, '0');
      const body = { name: 'Ada Lovelace', email: to, password: 'Secret1!', phoneNumber: `+38050${digits}` };
      requests.splice(each * 2, 0, { channel: 'email', to, path: '/api/users/register', body });
    }
    return requests;
  };

  const gather = async ({ voters: count, lanes, mails, sms, accounts }: Crowd): Promise<() => Promise<void>> => {
    const people = await cluster.voters(count);
    const first = voters.length;
    voters.push(...people.map(({ accountId }) => accountId));
    const indexed = people.map(({ token }, index) => ({ index: first + index, token }));
    const choices = categories.map((each) => [...each]);
    const requests = await requestsFor(mails, sms, accounts);
    return async () => {
      await ledger.order({ do: 'vote', origins: origins(), voters: indexed, categories: choices, lanes });
      await ledger.order({ do: 'request', origins: origins(), requests, lanes: 3 });
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
    until: async (holds) => {
      for (;;) {
        const figures = await ledger.order({ do: 'figures' });
        if (holds(figures)) return figures;
        await new Promise((done) => setTimeout(done, 50));
      }
    },
    post: async (smtp, sms) => void (await ledger.order({ do: 'post', smtp, sms })),
    add: (origin) => void more.add(origin),
    remove: (origin) => void more.delete(origin),
    moveTo: (server) => {
      primary = server;
    },
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
