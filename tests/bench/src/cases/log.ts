import { randomBytes } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareDatabase } from '@laurel/api/wiring/database';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { byCategory } from '@laurel/support/ledger/requests';
import type pg from 'pg';
import { castAll, votesOfVoters } from '../cast.ts';
import { cpuMs } from '../cpu.ts';
import { startCrowd } from '../crowd.ts';
import { auditVotes, fillVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { requireStatus } from '../load.ts';
import { judgeBy, meanwhile, median, raceWarm } from '../measure.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 64;
const STORED = 1_000;
/** The share of the votes a second without a log. */
const GOAL = 0.95;
/** How long a full group waits for its proofs at most, seconds. */
const PROOF_SECONDS = 10;
const LOOK_EVERY_MS = 100;
/** How long the log may take for the votes of a round. */
const CAUGHT_UP_WITHIN_MS = 600_000;
/** How many people a group needs in each of its categories, `log.group`. */
const GROUP = 20;

const loggedVotes = async (owner: pg.Client): Promise<number> =>
  (await owner.query<{ votes: number }>('SELECT coalesce(sum(votes), 0)::int AS votes FROM log_checkpoints')).rows[0]
    ?.votes ?? 0;

/** Waits until the log has `votes` votes, less an incomplete group. @returns the seconds it took */
const caughtUp = async ({ owner, stage }: Pick<Side, 'owner' | 'stage'>, votes: number): Promise<number> => {
  const startedAt = performance.now();
  const incomplete = GROUP * byCategory(stage.ballot).length;
  while ((await loggedVotes(owner)) <= votes - incomplete) {
    if (performance.now() - startedAt > CAUGHT_UP_WITHIN_MS) {
      throw new Error(`the log has ${await loggedVotes(owner)} of ${votes} votes`);
    }
    await sleep(LOOK_EVERY_MS);
  }
  return (performance.now() - startedAt) / 1_000;
};

/** When each size of the log was seen first. Looks once more after `isOver`. */
const watchSizes = async (owner: pg.Client, isOver: () => boolean): Promise<{ size: number; at: Date }[]> => {
  const seen: { size: number; at: Date }[] = [];
  for (let isLast = false; !isLast; await sleep(LOOK_EVERY_MS)) {
    isLast = isOver();
    const { rows } = await owner.query<{ size: number; at: Date }>(
      'SELECT size::float8 AS size, clock_timestamp() AS at FROM log_checkpoints ORDER BY size DESC LIMIT 1',
    );
    const [row] = rows;
    if (row && row.size !== seen.at(-1)?.size) seen.push(row);
  }
  return seen;
};

/** The longest time from a vote to its proof, seconds. */
const longestWait = async (owner: pg.Client, seen: readonly { size: number; at: Date }[]): Promise<number> => {
  let longest = 0;
  let from = seen[0]?.size ?? 0;
  for (const { size, at } of seen.slice(1)) {
    const { rows } = await owner.query<{ oldest: Date | null }>(
      `SELECT min(v.cast_at) AS oldest FROM log_votes l JOIN votes v USING (voter_id, category_id)
        WHERE l.leaf >= $1 AND l.leaf < $2`,
      [from, size],
    );
    const oldest = rows[0]?.oldest;
    if (oldest) longest = Math.max(longest, (at.getTime() - oldest.getTime()) / 1_000);
    from = size;
  }
  return longest;
};

/** One side: a server on a database of its own, so that it works on no other's votes. */
type Side = {
  stage: Stage;
  owner: pg.Client;
  port: number;
  pid: number;
  votes: number;
};
type Cast = {
  perSecond: number;
  /** The votes for each second of the server's processor time, the log's work meanwhile included. */
  perCpuSecond: number;
  /** How long the log took for the rest, seconds; 0 without a log. */
  catchingUp: number;
};

/** Votes at a rate below the machine's limit, and how long each waits for its proof. */
const benchProofs = async (
  { stage, owner, port }: Side,
  { votesPerSecond, seconds }: { votesPerSecond: number; seconds: number },
): Promise<{ finding: Finding; cast: number }> => {
  const crowd = await startCrowd(stage, port, votesPerSecond * seconds);
  const before = await loggedVotes(owner);
  const work = async () => {
    const { votes } = await crowd.send({ votesPerSecond, seconds });
    requireStatus('201', votes.statuses);
    const cast = votes.statuses['201'] ?? 0;
    await caughtUp({ owner, stage }, before + cast);
    return { cast, p99: votes.p99 };
  };
  const [{ cast, p99 }, sizes] = await meanwhile(work, (isOver) => watchSizes(owner, isOver));
  const finding: Finding = {
    id: 'log.proof',
    what: `from a vote to its proof at ${votesPerSecond.toLocaleString('en')} votes/s, at most`,
    value: await longestWait(owner, sizes),
    unit: ' s',
    digits: 1,
    goal: { atMost: PROOF_SECONDS },
    note: `a vote meanwhile: p99 ${p99.toFixed(0)} ms`,
  };
  return { finding, cast };
};

/** Imports the demo edition with the `log.delay` that an edition has by default: the demo shows proofs sooner. */
const importUsualDelay = async (stage: Stage): Promise<void> => {
  const { env, migrateUrl, consoleUrl } = stage;
  const folder = stage.folder();
  cpSync(demoEditionDir, folder, { recursive: true });
  const file = join(folder, 'edition.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^log:\n {2}delay: 10\n/m, ''));
  await prepareDatabase({ appUrl: env.DATABASE_URL, migrateUrl, consoleUrl }, folder);
};

const openSide = async (stage: Stage, log: 'on' | 'off'): Promise<Side> => {
  const { owner } = stage;
  await fillVotes(owner, STORED);
  await importUsualDelay(stage);
  const { port, pid } = await stage.rival('log', { LOG_KEY: randomBytes(32).toString('base64'), LOG: log });
  return { stage, owner, port, pid, votes: STORED };
};

/** POST /vote by a server that promises each vote, with a nonce of the browser, against the same server without a log. */
const benchLog = async (stages: readonly [Stage, Stage], { rounds, sized }: Ask): Promise<Finding[]> => {
  const laurel = await openSide(stages[0], 'on');
  const without = await openSide(stages[1], 'off');
  const count = sized(300, 150_000);

  const measure = async (side: Side): Promise<Cast> => {
    const nonce = () => (side === laurel ? { nonce: randomBytes(16).toString('base64url') } : {});
    const requests = await votesOfVoters(side.stage, count, nonce);
    await side.owner.query('CHECKPOINT');
    const before = cpuMs(side.pid);
    const { perSecond } = await castAll(side.port, CONNECTIONS, requests);
    const perCpuSecond = (count * 1_000) / (cpuMs(side.pid) - before);
    side.votes += count;
    // Wait, so that the log's remaining work does not slow the next round.
    return { perSecond, perCpuSecond, catchingUp: side === laurel ? await caughtUp(laurel, laurel.votes) : 0 };
  };

  const [kept = [], none] = await raceWarm(rounds, [() => measure(laurel), () => measure(without)]);
  const proofs = await benchProofs(laurel, { votesPerSecond: sized(100, 4_000), seconds: sized(1, 20) });
  await auditVotes(laurel.owner, laurel.votes + proofs.cast);
  await auditVotes(without.owner, without.votes);
  const what = `POST /vote, ${CONNECTIONS} connections, with a nonce and a promise for each vote, against none`;
  return [
    { id: 'log.votes', what, unit: 'votes/s', verdict: judgeBy((cast) => cast.perSecond, kept, none), goal: GOAL },
    {
      id: 'log.processor',
      what: 'the same votes for each second of processor time of the server',
      unit: ' votes',
      verdict: judgeBy((cast) => cast.perCpuSecond, kept, none),
    },
    {
      id: 'log.caught-up',
      what: `until ${count.toLocaleString('en')} votes at the limit are in the log, after the last`,
      value: median(kept.map(({ catchingUp }) => catchingUp)),
      unit: ' s',
      digits: 1,
    },
    proofs.finding,
  ];
};

/** What the public log costs a vote, and how soon a vote is in it. */
export const log: BenchCase = {
  name: 'log',
  run: (ask) => onStage((one) => onStage((other) => benchLog([one, other], ask))),
};
