import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@laurel/api/clock';
import { readConfig } from '@laurel/api/config';
import { createDeps, type Deps } from '@laurel/api/deps';
import { createLogger } from '@laurel/api/wiring/logger';
import { startTestConsole } from '@laurel/support/console';
import pg from 'pg';
import { connectOwner } from '../cast.ts';
import { CONSOLE_CALLS, type MeasuredCall } from '../console-calls.ts';
import { measureWhileVoting, REFRESH_MS, SCREENS, type WhileVoting } from '../console-load.ts';
import { cpuMs } from '../cpu.ts';
import { fillAward, fillMinute } from '../fill-award.ts';
import type { BenchCase, Figure, Finding } from '../finding.ts';
import { median, percentile } from '../measure.ts';
import { onStage, type Stage } from '../stage.ts';

const MINUTE_MS = 60_000;

type Desk = { deps: Deps; consoleUrl: string };

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** The times of a call, each in a new console, so that nothing is cached from an earlier call. */
const timesOf = async (desk: Desk, cookie: string, call: MeasuredCall, count: number): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const { app, close } = await startTestConsole({ ...desk, clock: systemClock });
    const url = `/api${call.path}`;
    // The session is looked up by the first call, as by an open console.
    await app.inject({ url: '/api/me', headers: { cookie } });
    times.push(
      await timed(async () => {
        const { statusCode, body } = await app.inject({ url, headers: { cookie } });
        if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
      }),
    );
    await close();
  }
  return times;
};

const measureCalls = async (desk: Desk, cookie: string, count: number): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const call of CONSOLE_CALLS) {
    const times = await timesOf(desk, cookie, call, count);
    figures.push({
      id: `console.${call.name}`,
      what: `GET ${call.path}`,
      value: percentile(times, 0.95),
      unit: ' ms p95',
      digits: 1,
      goal: { atMost: 200 },
      note: `median ${median(times).toFixed(1)} ms`,
    });
  }
  return figures;
};

/** The processor time of the console's connections and of this process, milliseconds. */
const busyMs = async (owner: pg.Client): Promise<number> => {
  const { rows } = await owner.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'laurel console'`,
  );
  return rows.reduce((sum, { pid }) => sum + cpuMs(pid), cpuMs(process.pid));
};

/** The share of a core that open screens cost, beyond the same process without them. */
const measureScreens = async (desk: Desk, owner: pg.Client, cookie: string, ms: number): Promise<Figure> => {
  const { app, close } = await startTestConsole({ ...desk, clock: systemClock });
  const look = () => app.inject({ url: '/api/tonight?span=day', headers: { cookie } });
  await look();
  const shareOver = async (work: () => Promise<unknown>): Promise<number> => {
    const [before, startedAt] = [await busyMs(owner), performance.now()];
    await work();
    return ((await busyMs(owner)) - before) / (performance.now() - startedAt);
  };
  const idle = await shareOver(() => sleep(ms));
  const watched = await shareOver(async () => {
    for (let spent = 0; spent < ms; spent += REFRESH_MS) {
      for (let screen = 0; screen < SCREENS; screen += 1) {
        await look();
        await sleep(REFRESH_MS / SCREENS);
      }
    }
  });
  await close();
  return {
    id: 'console.screens',
    what: `Tonight open on ${SCREENS} screens`,
    value: Math.max(0, (watched - idle) * 100),
    unit: ' % of a core',
    digits: 2,
    goal: { atMost: 1 },
  };
};

/** The time that recording a busy minute takes, after everything before was recorded. */
const measureRecord = async (owner: pg.Client, url: string, votes: number): Promise<Figure> => {
  const app = new pg.Client(url);
  await app.connect();
  const record = async (until: Date): Promise<Date> =>
    (await app.query<{ until: Date }>('SELECT record_activity($1) AS until', [until])).rows[0]?.until ?? until;
  const closed = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  const caughtUpMs = await timed(async () => {
    while ((await record(closed)) < closed);
  });
  const later = (minutes: number): Date => new Date(closed.getTime() + minutes * MINUTE_MS);
  // Records the next minutes one by one, as the server does.
  for (const minute of [1, 2, 3]) await record(later(minute));
  await fillMinute(owner, votes, later(3));
  const ms = await timed(() => record(later(4)));
  await app.end();
  return {
    id: 'console.record',
    what: `recording a minute of ${votes.toLocaleString('en')} votes`,
    value: ms,
    unit: ' ms',
    goal: { atMost: 2_000 },
    note: `everything before in ${(caughtUpMs / 1000).toFixed(1)} s`,
  };
};

type Plan = { voters: number; count: number; screensMs: number; voting: WhileVoting };

const benchConsole = async (stage: Stage, { voters, count, screensMs, voting }: Plan): Promise<Finding[]> => {
  const owner = await connectOwner(stage);
  const config = readConfig({ ...stage.env, LOG_LEVEL: 'silent' });
  const deps = await createDeps({
    config,
    databaseUrl: stage.env.DATABASE_URL,
    webDir: undefined,
    clock: systemClock,
    logger: createLogger(config),
  });
  try {
    const { votes } = await fillAward(owner, voters, new Date());
    const recorded = await measureRecord(owner, stage.env.DATABASE_URL, Math.min(votes, 60_000));
    const desk = { deps, consoleUrl: stage.consoleUrl };
    const first = await startTestConsole({ ...desk, clock: systemClock });
    const { cookie } = await first.member('Bench', 'owner');
    await first.close();
    const calls = await measureCalls(desk, cookie, count);
    const size = `${votes.toLocaleString('en')} votes of ${voters.toLocaleString('en')} voters`;
    return [
      { ...recorded, note: `${recorded.note}; ${size}` },
      ...calls,
      await measureScreens(desk, owner, cookie, screensMs),
      ...(await measureWhileVoting(stage, cookie, voting)),
    ];
  } finally {
    await deps.close();
    await owner.end();
  }
};

/** The console's calls over a big vote, what open screens cost, the rollup that makes them cheap, and votes meanwhile. */
export const consoleCase: BenchCase = {
  name: 'console',
  run: ({ sized, rounds }) =>
    onStage((stage) =>
      benchConsole(stage, {
        voters: sized(200, 100_000, 1_000_000),
        count: sized(2, 20),
        screensMs: sized(REFRESH_MS / 50, 20_000),
        voting: { limitVotes: sized(300, 40_000), seconds: sized(1, 20), rounds },
      }),
    ),
};
