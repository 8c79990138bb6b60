import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { STANDARD_COST } from '@laurel/api/crypto/password';
import { hash as argon2Hash, argon2id, verify } from 'argon2';
import pg from 'pg';
import { castAll, connectOwner, votesOfVoters } from '../cast.ts';
import { auditVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { drive, repeat, requestBytes, requireStatus } from '../load.ts';
import { judge, median, percentile, race, raceWarm } from '../measure.ts';
import { startLaurel } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const PASSWORD = 'Secret1!';
const VOTERS_AT_ONCE = 64;
/** Empty loops: as many as the hashes that Laurel computes at once. */
const LOOPS = 2;
/** The cost of Laurel's hashes. */
const COST = {
  type: argon2id,
  memoryCost: STANDARD_COST.memoryKiB,
  timeCost: STANDARD_COST.passes,
  parallelism: 1,
} as const;

/** Accounts with this password and without two-factor: a login does all the work and opens no session. */
const openAccounts = async (stage: Stage, passwordHash: string, count: number): Promise<string[]> => {
  const owner = new pg.Client({ connectionString: stage.migrateUrl });
  await owner.connect();
  const emails = Array.from({ length: count }, (_, index) => `login-${index}@example.org`);
  await owner.query(
    `INSERT INTO accounts (name, email, email_canonical, password_hash, created_at, email_verified_at)
     SELECT 'Voter', mail, mail, $2, $3, $3 FROM unnest($1::text[]) mail`,
    [emails, passwordHash, new Date()],
  );
  await owner.end();
  return emails;
};

/** Concurrent logins against argon2 alone, and the delay of statistics meanwhile. */
const benchLogin = async (stage: Stage, { rounds, sized }: Ask): Promise<Finding[]> => {
  const atOnce = sized(2, 16);
  const roundMs = sized(300, 4_000);
  const votesInRound = sized(200, 15_000);
  const passwordHash = await argon2Hash(PASSWORD, COST);
  const emails = await openAccounts(stage, passwordHash, atOnce);
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
          requireStatus('200', load.statuses);
          latencies.push(percentile(load.latencies, 0.99));
        })
      : Promise.resolve();
    const [load] = await Promise.all([drive(laurel.port, atOnce, next), readers]);
    requireStatus('200', load.statuses);
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
    await Promise.all(Array.from({ length: atOnce }, lane));
    return (done * 1000) / (performance.now() - startedAt);
  };

  let accepted = 0;
  const vote = async (): Promise<number> => {
    const ballots = await votesOfVoters(stage, votesInRound);
    const { perSecond } = await castAll(laurel.port, VOTERS_AT_ONCE, ballots);
    accepted += ballots.length;
    return perSecond;
  };
  /** Votes while people log in without a pause. */
  const voteInStorm = async (): Promise<number> => {
    const ballots = await votesOfVoters(stage, votesInRound);
    let turn = 0;
    let voting = true;
    const storm = drive(laurel.port, atOnce, () => (voting ? requests[turn++ % requests.length] : undefined));
    const votes = castAll(laurel.port, VOTERS_AT_ONCE, ballots).finally(() => {
      voting = false;
    });
    const [{ perSecond }, stormed] = await Promise.all([votes, storm]);
    requireStatus('200', stormed.statuses);
    accepted += ballots.length;
    return perSecond;
  };

  /** Votes while each core runs an empty loop at the lowest priority. */
  const voteBesideLoops = async (): Promise<number> => {
    const ballots = await votesOfVoters(stage, votesInRound);
    const loops = Array.from({ length: LOOPS }, () =>
      spawn(process.execPath, ['--eval', 'for(;;);'], { stdio: 'ignore' }),
    );
    try {
      for (const { pid } of loops) if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
      const { perSecond } = await castAll(laurel.port, VOTERS_AT_ONCE, ballots);
      accepted += ballots.length;
      return perSecond;
    } finally {
      for (const loop of loops) loop.kill('SIGKILL');
    }
  };

  try {
    const [ours, theirs] = await raceWarm(rounds, [() => logins(false), argon2Alone]);
    for (let round = 0; round < rounds; round++) await logins(true);
    await vote();
    const [alone, inStorm, besideLoops] = await race(rounds, [vote, voteInStorm, voteBesideLoops]);
    const owner = await connectOwner(stage);
    await auditVotes(owner, accepted).finally(() => owner.end());
    return [
      {
        id: 'login.votes',
        what: `POST /vote, ${VOTERS_AT_ONCE} connections, while ${atOnce} log in without a pause, against voting alone`,
        unit: 'votes/s',
        verdict: judge(inStorm, alone),
        goal: 0.7,
      },
      {
        id: 'login.loops',
        what: `POST /vote, ${VOTERS_AT_ONCE} connections, beside ${LOOPS} empty loops of the lowest priority, against voting alone`,
        unit: 'votes/s',
        verdict: judge(besideLoops, alone),
      },
      {
        id: 'login.argon2',
        what: `POST /users/login, ${atOnce} at once, against argon2 alone`,
        unit: 'logins/s',
        verdict: judge(ours, theirs),
        goal: 0.9,
      },
      {
        what: 'GET /vote/statistics during the logins: p99',
        value: median(latencies),
        unit: ' ms',
        digits: 1,
        goal: { atMost: 50 },
      },
    ];
  } finally {
    await laurel.stop();
  }
};

export const login: BenchCase = { name: 'login', run: (ask) => onStage((stage) => benchLogin(stage, ask)) };
