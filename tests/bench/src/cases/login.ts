import { createPasswords } from '@laurel/api/crypto/password';
import { percentile } from '@laurel/api/rehearsal/requests';
import { castAll, votesOfVoters } from '../cast.ts';
import { auditVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { drive, repeat, requestBytes, requireStatus } from '../load.ts';
import { judge, meanwhile, median, raceWarm } from '../measure.ts';
import { onStage, type Stage } from '../stage.ts';

const PASSWORD = 'Secret1!';
const VOTERS_AT_ONCE = 64;

// With this password and without two-factor, a login does all the work and opens no session.
const ACCOUNTS = `
  INSERT INTO accounts (name, email, email_canonical, password_hash, created_at, email_verified_at)
  SELECT 'Voter', mail, mail, $2, $3, $3 FROM unnest($1::text[]) mail`;

const hashOf = async (password: string): Promise<string> => {
  const passwords = createPasswords();
  return passwords.hash(password).finally(passwords.close);
};

/** Votes while people log in without a pause, and the delay of statistics meanwhile. */
const benchLogin = async (stage: Stage, { rounds, sized }: Ask): Promise<Finding[]> => {
  const atOnce = sized(2, 16);
  const votesInRound = sized(200, 15_000);
  const { owner } = stage;
  const emails = Array.from({ length: atOnce }, (_, index) => `login-${index}@example.org`);
  await owner.query(ACCOUNTS, [emails, await hashOf(PASSWORD), new Date()]);
  const laurel = await stage.laurel();
  const requests = emails.map((login) =>
    requestBytes('POST', '/api/users/login', {}, JSON.stringify({ login, password: PASSWORD })),
  );
  let accepted = 0;
  const logins: number[] = [];
  const latencies: number[] = [];

  const vote = async (): Promise<number> => {
    const { perSecond } = await castAll(laurel.port, VOTERS_AT_ONCE, await votesOfVoters(stage, votesInRound));
    accepted += votesInRound;
    return perSecond;
  };
  /** Logins without a pause while some work is done. */
  const during = async <Done>(work: () => Promise<Done>): Promise<Done> => {
    let turn = 0;
    const [done, { statuses, perSecond }] = await meanwhile(work, (isOver) =>
      drive(laurel.port, atOnce, () => (isOver() ? undefined : requests[turn++ % requests.length])),
    );
    requireStatus('200', statuses);
    logins.push(perSecond);
    return done;
  };

  const [alone, inStorm] = await raceWarm(rounds, [vote, () => during(vote)]);
  logins.length = 0;
  for (let round = 0; round < rounds; round++) {
    const reads = repeat(requestBytes('GET', '/api/vote/statistics'), sized(300, 4_000));
    const read = await during(() => drive(laurel.port, 1, reads));
    requireStatus('200', read.statuses);
    latencies.push(percentile(read.latencies, 0.99));
  }
  await auditVotes(owner, accepted);
  return [
    {
      id: 'login.votes',
      what: `POST /vote, ${VOTERS_AT_ONCE} connections, while ${atOnce} log in without a pause, against voting alone`,
      unit: 'votes/s',
      verdict: judge(inStorm, alone),
      goal: 0.7,
    },
    {
      id: 'login.statistics',
      what: 'GET /vote/statistics during the logins: p99',
      value: median(latencies),
      unit: ' ms',
      digits: 1,
      goal: { atMost: 50 },
      note: `${median(logins).toFixed(1)} logins/s, ${atOnce} at once`,
    },
  ];
};

export const login: BenchCase = { name: 'login', run: (ask) => onStage((stage) => benchLogin(stage, ask)) };
