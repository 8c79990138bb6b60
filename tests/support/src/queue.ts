import { randomBytes, randomUUID } from 'node:crypto';
import { createInboxEmail } from '@laurel/api/adapters/email/inbox';
import { createInbox, type Inbox } from '@laurel/api/adapters/inbox';
import { createInboxSms } from '@laurel/api/adapters/sms/inbox';
import { after } from '@laurel/api/clock';
import { createKeyring } from '@laurel/api/crypto/keyring';
import { createOutbox } from '@laurel/api/jobs/outbox';
import { sealPayload } from '@laurel/api/jobs/payload';
import type { Outbox } from '@laurel/api/jobs/port';
import { newMessage } from '@laurel/api/jobs/queue';
import { createJobs, type Jobs, type JobsDeps } from '@laurel/api/jobs/worker';
import { createDatabase, type Db, inTransaction, type Tx } from '@laurel/database/client';
import { createTestDatabase } from '@laurel/database/testing';
import pg from 'pg';
import { pino } from 'pino';
import { createTestClock, type TestClock } from './clock.ts';
import { DATABASE_WAIT_MS } from './harness.ts';

/** The job queue on its own database, with an inbox as the sender. */
export type TestQueue = {
  db: Db;
  /** `sms` queues a text message and returns its id. */
  outbox: Outbox & { sms(tx: Tx, sms: Parameters<Outbox['prepareSms']>[2]): Promise<string> };
  jobs: Jobs;
  inbox: Inbox;
  clock: TestClock;
  /** The queue's reports: failed attempts and refunded charges. */
  failures: { adapter: string; permanent: boolean }[];
  refunds: string[];
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Creates an open challenge of a new account. */
  challenge(kind: 'email' | 'phone'): Promise<string>;
  /** Queues a text message of the kind that organisers send to try the gateway. */
  testSms(to: string): Promise<void>;
  deliveryOf(challengeId: string): Promise<string | null>;
  /** Runs a statement as the owner. */
  asOwner<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  /** Makes every job that waits for a retry due now. */
  hurry(): Promise<void>;
  /** Another worker on the same database, as in another process. */
  another(changes?: Partial<JobsDeps>): Jobs;
  /** The application role's connection string. */
  url: string;
  close(): Promise<void>;
};

const BRAND = {
  name: { en: 'Meridian Awards', uk: 'Meridian Awards' },
  supportEmail: 'help@awards.example',
  siteUrl: 'https://awards.example',
};

const openChallenge = async (db: Db, kind: 'email' | 'phone', now: Date): Promise<string> => {
  const email = `${randomBytes(6).toString('hex')}@example.org`;
  const account = await db.account.create({
    data: { name: 'Ada', email, emailCanonical: email, passwordHash: '-', createdAt: now },
    select: { id: true },
  });
  const bytes = () => new Uint8Array(randomBytes(32));
  const { id } = await db.challenge.create({
    data: {
      accountId: account.id,
      kind,
      handleHash: bytes(),
      codeHash: bytes(),
      ...(kind === 'phone' ? { targetHash: bytes() } : {}),
      delivery: 'queued',
      createdAt: now,
      expiresAt: after(now, 30 * 60_000),
    },
    select: { id: true },
  });
  return id;
};

/** Starts a queue. Its senders write to the inbox unless `changes` replace them. */
export const startTestQueue = async (changes: (inbox: Inbox) => Partial<JobsDeps> = () => ({})): Promise<TestQueue> => {
  const database = await createTestDatabase();
  const { db, close } = createDatabase({
    url: database.url,
    connectTimeoutMs: DATABASE_WAIT_MS,
    statementTimeoutMs: DATABASE_WAIT_MS,
  });
  const clock = createTestClock();
  const inbox = createInbox(() => clock.now());
  const keyring = createKeyring(randomBytes(32));
  const failures: TestQueue['failures'] = [];
  const refunds: string[] = [];
  const deps: JobsDeps = {
    databaseUrl: database.url,
    db,
    keyring,
    logger: pino({ level: 'silent' }),
    now: () => clock.now(),
    machineNow: () => new Date(),
    isClockRight: async () => true,
    brand: BRAND,
    email: createInboxEmail(inbox),
    sms: createInboxSms(inbox),
    providers: {
      email: 'smtp',
      telegram: 'telegram',
      whatsapp: 'meta',
      viber: 'turbosms',
      sms: 'twilio',
      voice: 'seven',
    },
    priceOf: () => undefined,
    onAdapterFailure: (adapter, permanent) => void failures.push({ adapter, permanent }),
    onSmsFailed: async (_tx, { challengeId }) => void refunds.push(challengeId),
    expireVerifications: async () => 0,
    retain: async () => {},
    callHooks: async () => {},
    tellWinners: async () => {},
    remind: async () => {},
    lookUpNumber: async () => {},
    notifyExclusion: async () => {},
    notifyObjection: async () => {},
    ...changes(inbox),
  };
  const jobs = createJobs(deps);
  const others: Jobs[] = [];
  const owner = new pg.Pool({ connectionString: database.migrateUrl, max: 1 });
  // A pool ends before its connections do, so dropping the database may still break one.
  owner.on('error', () => {});
  owner.on('connect', (client) => client.on('error', () => {}));
  const asOwner = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> =>
    (await owner.query<Row>(sql)).rows;
  const outbox = createOutbox({ keyring, providers: deps.providers, now: deps.now });
  return {
    db,
    outbox: {
      ...outbox,
      sms: async (tx, sms) => {
        const id = randomUUID();
        await tx.$executeRaw`SELECT ${await outbox.prepareSms(tx, id, sms)}`;
        return id;
      },
    },
    jobs,
    inbox,
    clock,
    failures,
    refunds,
    transact: (work) => inTransaction(db, work),
    challenge: (kind) => openChallenge(db, kind, clock.now()),
    testSms: (to) => {
      const id = randomUUID();
      const payload = sealPayload(keyring, {
        channel: 'sms',
        via: 'sms',
        id,
        to,
        language: 'en',
        message: { kind: 'test' },
      });
      const note = { accountId: null, purpose: 'test', callingCode: '380', provider: 'twilio' } as const;
      const queued = newMessage({ id, channel: 'sms', payload }, { ...note, createdAt: clock.now() });
      return inTransaction(db, async (tx) => void (await tx.$executeRaw`SELECT ${queued}`));
    },
    deliveryOf: async (id) => (await db.challenge.findUniqueOrThrow({ where: { id } })).delivery,
    asOwner,
    hurry: async () => {
      await asOwner('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()');
    },
    another: (more = {}) => {
      const made = createJobs({ ...deps, ...more });
      others.push(made);
      return made;
    },
    url: database.url,
    close: async () => {
      await Promise.all([jobs, ...others].map((each) => each.close()));
      await owner.end();
      await close();
      await database.drop();
    },
  };
};
