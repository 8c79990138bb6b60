import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import type { Vote } from '@laurel/contracts/records';
import { makeBuiltPage } from '@laurel/support/built-page';
import { serve, startTestApi, type TestApi } from '@laurel/support/harness';
import { ballotOf } from '@laurel/support/ledger/requests';
import { newPerson } from '@laurel/support/people';
import { sized } from '@laurel/support/scale';
import { createVoters } from '@laurel/support/voters';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { heldBytes } from '../heap.ts';
import type { Known } from '../requests/bodies.ts';
import { problemOf } from '../requests/check-response.ts';
import { type Connection, openConnection } from '../requests/connection.ts';
import { requests, type Sample } from '../requests/generate.ts';
import { type Operation, operationsOf } from '../requests/routes.ts';

const COUNT = sized(2_000, 1_000_000);
const LIMIT_MS = sized(600_000, 7_200_000);
/** Some responses are delayed on purpose, so that their time does not reveal accounts. */
const AT_ONCE = 128;
/** The requests before new users are needed, because some requests log out. */
const ROUND = sized(500, 2_000);
/** Enough users that some are still logged in at the end. */
const PEOPLE = ROUND / 10;
/** The part of the requests after which caches are full. */
const WARM = 0.25;
/** The most memory that the server may gain after the first quarter of the requests, because caches fill. */
const GROWTH_BYTES = 48 * 1024 * 1024;
const MANY = '1000000000';

const FLOODS = ['REGISTER', 'LOGIN', 'MAIL', 'SMS'].flatMap((work) => [work, `${work}_NETWORK`]);

const page = makeBuiltPage();
/** The server's log of its failures. */
const failures: string[] = [];
let api: TestApi;
let port: number;
let owner: pg.Client;
let operations: Operation[];
let ballot: Vote[];
beforeAll(async () => {
  const env = {
    ...Object.fromEntries(FLOODS.map((name) => [`LIMITS_FLOOD_${name}`, MANY])),
    WEB_DIR: page.dir,
    LOG_LEVEL: 'error',
    // High limits, because a 429 would hide all later checks.
    LIMITS_REGISTER_NETWORK_HOUR: MANY,
    LIMITS_LOGIN_ACCOUNT_QUARTER: MANY,
    LIMITS_LOGIN_NETWORK_QUARTER: MANY,
    LIMITS_MAIL_ACCOUNT_HOUR: MANY,
    LIMITS_MAIL_NETWORK_HOUR: MANY,
    LIMITS_CODES_ACCOUNT_DAY: MANY,
    LIMITS_CODES_ACCOUNT_TOTAL: MANY,
    LIMITS_CODES_NETWORK_HOUR: MANY,
    LIMITS_VOTES_ACCOUNT_MINUTE: MANY,
    LIMITS_RECEIPTS_ACCOUNT_MINUTE: MANY,
    LIMITS_READS_NETWORK_MINUTE: MANY,
  };
  api = await startTestApi(env, (line) => failures.push(line));
  owner = new pg.Client(api.migrateUrl);
  await owner.connect();
  await api.deps.start();
  port = await serve(api);
  operations = operationsOf((await api.app.inject({ method: 'GET', url: '/api/docs/json' })).json());
  const edition = await loadEdition(demoEditionDir);
  ballot = ballotOf(edition);
});
afterAll(async () => {
  await owner.end();
  await api.close();
  page.remove();
});

/** Verified voters, with their valid values. */
const meet = async (): Promise<Known> => {
  const { tokens, clock } = api.deps;
  const people = await createVoters({ migrateUrl: api.migrateUrl, tokens, now: clock.now(), count: PEOPLE });
  // Those of created voters are not sealed.
  await owner.query('UPDATE accounts SET totp_secret = $1', [
    api.deps.keyring.seal('totp-secret', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
  ]);
  const strangers = Array.from({ length: PEOPLE }, () => newPerson());
  return {
    tokens: people.map(({ token }) => token),
    values: {
      nomination: ballot.slice(0, 1).map(({ nomination }) => nomination),
      niche: ballot.slice(0, 1).map(({ niche }) => niche),
      vote: ballot.slice(0, 4).map(({ vote }) => vote),
      email: strangers.map(({ email }) => email),
      phoneNumber: strangers.map(({ phoneNumber }) => phoneNumber),
      login: strangers.flatMap(({ email, phoneNumber }) => [email, phoneNumber]),
      file: ['app.abc123.js', 'index.html', '0'],
    },
  };
};

const reporter = <Asked>({ failed, seed, errorInstance }: fc.RunDetails<Asked>): void => {
  if (failed) throw new Error(`with the seed ${seed}: ${errorInstance}`, { cause: errorInstance });
};

describe('generated requests over every route of the document', () => {
  it('never get a 5xx, no response, or another shape, and leave nothing behind', { timeout: LIMIT_MS }, async () => {
    const connections = Array.from({ length: AT_ONCE }, () => openConnection(port));
    const statuses = new Map<number, number>();
    /** The requests without a response. The limit of the test ends it if there never is one. */
    const waiting = new Set<string>();
    onTestFailed(() => console.error('without an answer:', [...waiting]));
    const ask = async (connection: Connection, sample: Sample): Promise<void> => {
      const asked = sample.octets.subarray(0, 2_000).toString('latin1');
      waiting.add(asked);
      const answer = await connection.ask(sample.octets).catch((error: unknown) => {
        throw new Error(`${error}\n--- asked\n${asked}`);
      });
      waiting.delete(asked);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = problemOf(sample, answer);
      if (fault) {
        throw new Error(
          `${fault}\n--- asked\n${asked}\n--- answered\n${answer.status} ${answer.body.slice(0, 1_000)}\n${failures.join('')}`,
        );
      }
    };
    const round = async (): Promise<void> => {
      const all = requests(operations, await meet());
      await fc.assert(
        fc.asyncProperty(fc.array(all, { minLength: ROUND, maxLength: ROUND }), async (samples) => {
          const unasked = samples.values();
          const askOn = async (connection: Connection): Promise<void> => {
            for (const sample of unasked) await ask(connection, sample);
          };
          await Promise.all(connections.map(askOn));
        }),
        // The error names the failed request.
        { numRuns: 1, endOnFailure: true, reporter },
      );
    };
    let warm = 0;
    for (let sent = 0; sent < COUNT; sent += ROUND) {
      await round();
      if (sent < COUNT * WARM) warm = heldBytes();
    }
    const grown = heldBytes() - warm;
    for (const connection of connections) connection.close();
    expect(grown).toBeLessThan(GROWTH_BYTES);
    // On a busy machine the database may be slow now and then.
    expect(statuses.get(503) ?? 0, failures.join('')).toBeLessThanOrEqual(COUNT / 500);
    // The requests reached all layers: votes, registrations, refusals of every kind.
    for (const status of [200, 201, 400, 401, 404, 409, 415])
      expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });
});
