import { STANDARD_COST } from '@laurel/api/lib/password';
import { hash as argon2Hash, argon2id, verify } from 'argon2';
import pg from 'pg';
import type { BenchCase, Finding } from '../finding.ts';
import { drive, repeat, requestBytes } from '../load.ts';
import { compare, percentile } from '../measure.ts';
import { startLaurel } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const AT_ONCE = 16;
const PASSWORD = 'Secret1!';
/** The cost Laurel hashes with. */
const COST = {
  type: argon2id,
  memoryCost: STANDARD_COST.memoryKiB,
  timeCost: STANDARD_COST.passes,
  parallelism: 1,
} as const;

/** Accounts with this password, whose two-factor is not set up: a login there does all the work and opens no session. */
const openAccounts = async (stage: Stage, passwordHash: string): Promise<string[]> => {
  const owner = new pg.Client({ connectionString: stage.migrateUrl });
  await owner.connect();
  const emails = Array.from({ length: AT_ONCE }, (_, index) => `login-${index}@example.org`);
  await owner.query(
    `INSERT INTO accounts (name, email, email_canonical, password_hash, created_at, email_verified_at)
     SELECT 'Voter', mail, mail, $2, $3, $3 FROM unnest($1::text[]) mail`,
    [emails, passwordHash, new Date()],
  );
  await owner.end();
  return emails;
};

/** Sixteen logins at once against argon2 alone, and what readers of the statistics feel meanwhile. */
const benchLogin = async (stage: Stage, rounds: number, roundMs: number): Promise<Finding[]> => {
  const passwordHash = await argon2Hash(PASSWORD, COST);
  const emails = await openAccounts(stage, passwordHash);
  const laurel = await startLaurel(stage.env);
  const latencies: number[] = [];
  const requests = emails.map((login) =>
    requestBytes('POST', '/api/users/login', {}, JSON.stringify({ login, password: PASSWORD })),
  );

  const logins = async (watched: boolean): Promise<number> => {
    let turn = 0;
    const until = performance.now() + roundMs;
    const next = (): Buffer | undefined => (performance.now() < until ? requests[turn++ % requests.length] : undefined);
    const readers = watched
      ? drive(laurel.port, 1, repeat(requestBytes('GET', '/api/vote/statistics'), roundMs)).then((load) => {
          latencies.push(percentile(load.latencies, 0.99));
        })
      : Promise.resolve();
    const load = await drive(laurel.port, AT_ONCE, next);
    await readers;
    const failed = Object.keys(load.statuses).filter((status) => status !== '200');
    if (failed.length > 0) throw new Error(`logins failed: ${JSON.stringify(load.statuses)}`);
    return load.perSecond;
  };

  const argon2Alone = async (): Promise<number> => {
    const until = performance.now() + roundMs;
    let done = 0;
    const lane = async (): Promise<void> => {
      while (performance.now() < until) {
        await verify(passwordHash, PASSWORD);
        done += 1;
      }
    };
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    return (done * 1000) / (performance.now() - startedAt);
  };

  try {
    await logins(false);
    const verdict = await compare(rounds, { laurel: () => logins(false), rival: argon2Alone });
    for (let round = 0; round < rounds; round++) await logins(true);
    return [
      {
        id: 'login.argon2',
        what: `POST /users/login, ${AT_ONCE} at once, against argon2 alone`,
        unit: 'logins/s',
        verdict,
        goal: 0.9,
      },
      {
        what: 'GET /vote/statistics during the logins: p99',
        value: percentile(latencies, 0.5),
        unit: ' ms',
        digits: 1,
        goal: { atMost: 50 },
      },
    ];
  } finally {
    await laurel.stop();
  }
};

export const login: BenchCase = {
  name: 'login',
  run: ({ rounds, sized }) => onStage((stage) => benchLogin(stage, rounds, sized(300, 4_000))),
};
