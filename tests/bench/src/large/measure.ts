import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTokens } from '@laurel/api/crypto/tokens';
import { inRepository } from '@laurel/support/repository';
import type pg from 'pg';
import { asOrganiser } from '../console.ts';
import type { Figure } from '../finding.ts';
import { mostMb, startLaurel } from '../processes.ts';
import type { Stage } from '../stage.ts';
import { COMMANDS, consoleCalls, ENDS_WITH_1, jobsOf, type LargeCall, type Subject, siteCalls } from './calls.ts';
import { observe } from './statements.ts';

/** The application's connections end a statement after ten seconds, except those that read whole tables. */
const JOB_MS = 10_000;
/** A call may read this many pages (of 8 KB) of the database: most read hundreds, those that count the last day's accounts more. */
const PAGES = 20_000;
/** The most that a command may need for a database of any size, megabytes. Most of it is Node.js and Laurel's code. */
const MEMORY_MB = 512;
/** How long ten million votes may take to enter the log. */
const LOGGED_WITHIN_MS = 2 * 60 * 60_000;
const SAMPLE_MS = 20;
const LOOK_MS = 1_000;

const LAUREL = inRepository('apps/api/dist/laurel.js');

/** The background jobs of a server. The activity of the ten days is recorded first: a running server records each minute. */
export const measureJobs = async (stage: Stage, owner: pg.Client): Promise<Figure[]> => {
  const { jobs, close } = jobsOf(stage.env.DATABASE_URL);
  const figures: Figure[] = [];
  try {
    for (const [what, run] of jobs) {
      const { longestMs, note } = await observe(owner, run);
      const id = `large.job.${what.replaceAll(' ', '-')}`;
      figures.push({ id, what, value: longestMs, unit: ' ms', goal: { atMost: JOB_MS }, note });
    }
    return figures;
  } finally {
    await close();
  }
};

const OF_THIS_YEAR = 'SELECT count(*) FROM votes v JOIN categories c ON c.id = v.category_id';

/** Starts a server with a public log, and waits until the log has every vote. */
export const enterLog = async (env: Readonly<Record<string, string>>, owner: pg.Client): Promise<Figure> => {
  const count = async (sql: string): Promise<number> =>
    (await owner.query<{ count: number }>(`SELECT (${sql})::int AS count`)).rows[0]?.count ?? 0;
  const countLogged = () => count('SELECT coalesce(sum(votes), 0) FROM log_checkpoints');
  const [votes, before] = [await count(OF_THIS_YEAR), await countLogged()];
  const startedAt = performance.now();
  const laurel = await startLaurel(env);
  try {
    while ((await countLogged()) < votes) {
      if (performance.now() - startedAt > LOGGED_WITHIN_MS) throw new Error(`the log lacks some of ${votes} votes`);
      await sleep(LOOK_MS);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    return {
      id: 'large.log.memory',
      what: 'a server while votes enter its log',
      value: mostMb(laurel.pid),
      unit: ' MB',
      goal: { atMost: MEMORY_MB },
      note: `${(votes - before).toLocaleString('en')} votes in ${seconds.toFixed(0)} s`,
    };
  } finally {
    await laurel.stop();
  }
};

const measureCalls = async (
  owner: pg.Client,
  where: string,
  calls: readonly LargeCall[],
  ask: (call: LargeCall) => Promise<number>,
): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const call of calls) {
    const { method, path, whole } = call;
    const { done: status, pages, note } = await observe(owner, () => ask(call));
    if (status >= 500) throw new Error(`${method} ${path} answered ${status}`);
    figures.push({
      id: `large.${where}${path.split('?')[0]}`,
      what: `${method} ${path}`,
      value: pages,
      unit: ' pages',
      ...(whole ? {} : { goal: { atMost: PAGES } }),
      note: `${status}; ${note}`,
    });
  }
  return figures;
};

/** Calls of a real server, as a voter. */
export const measureSite = async (
  stage: Stage,
  owner: pg.Client,
  subject: Subject,
  sessionId: string,
): Promise<Figure[]> => {
  const token = createTokens(stage.jwtSecret).issue({ accountId: subject.accountId, sessionId }, new Date());
  const laurel = await startLaurel(stage.env);
  try {
    return await measureCalls(owner, 'site', siteCalls(subject), async ({ method, path, body }) => {
      const answer = await fetch(`http://127.0.0.1:${laurel.port}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      await answer.arrayBuffer();
      return answer.status;
    });
  } finally {
    await laurel.stop();
  }
};

/** Calls of the console, each by an owner who has just used the passkey. */
export const measureConsole = (stage: Stage, owner: pg.Client, subject: Subject): Promise<Figure[]> =>
  asOrganiser(stage, (person) =>
    measureCalls(owner, 'console', consoleCalls(subject), async ({ method, path, body }) => {
      const { statusCode } = method === 'GET' ? await person.get(path) : await person.post(path, body);
      return statusCode;
    }),
  );

type Ran = { code: number | null; memoryMb: number; said: string };

/** Runs `laurel` in a process of its own, and discards its output. */
const runCommand = async (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', LAUREL, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  let memoryMb = 0;
  const sampling = setInterval(() => {
    memoryMb = Math.max(memoryMb, mostMb(child.pid ?? 0));
  }, SAMPLE_MS);
  const [code]: (number | null)[] = await once(child, 'close');
  clearInterval(sampling);
  return { code: code ?? null, memoryMb, said };
};

/** Runs each command that reads the database, and measures its memory and what its statements read. @throws Error if one fails */
export const measureCommands = async (owner: pg.Client, env: Readonly<Record<string, string>>): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const command of COMMANDS) {
    const { done, note } = await observe(owner, () => runCommand(command, env));
    const words = command.filter((part) => /^[a-z-]+$/.test(part) && !part.startsWith('-'));
    const problem = ENDS_WITH_1.get(command.join(' '));
    const isRight = problem === undefined ? done.code === 0 : done.code === 1 && done.said.includes(problem);
    if (!isRight) throw new Error(`laurel ${command.join(' ')} ended with ${done.code}:\n${done.said}`);
    figures.push({
      id: `large.command.${words.slice(0, 2).join('-')}`,
      what: `laurel ${command.join(' ')}`,
      value: done.memoryMb,
      unit: ' MB',
      goal: { atMost: MEMORY_MB },
      note,
    });
  }
  return figures;
};
