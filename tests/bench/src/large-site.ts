import { systemClock } from '@laurel/api/clock';
import { readConfig } from '@laurel/api/config';
import { createTokens } from '@laurel/api/crypto/tokens';
import { createDeps } from '@laurel/api/deps';
import { createLogger } from '@laurel/api/wiring/logger';
import { startTestConsole } from '@laurel/support/console';
import type pg from 'pg';
import type { Figure } from './finding.ts';
import { consoleCalls, type LargeCall, type Subject, siteCalls } from './large-calls.ts';
import { startLaurel } from './processes.ts';
import type { Stage } from './stage.ts';
import { type Counted, countStatements } from './statements.ts';

/** A call may read this many pages (of 8 KB) of the database: most read hundreds, those that count the last day's accounts more. */
const PAGES = 20_000;
/** A statement of a call may take this long, milliseconds. */
const STATEMENT_MS = 250;

type Answer = { status: number; ms: number };

/** What a call read, with its slowest statement if that is slow. */
const figureOf = (
  id: string,
  { method, path, whole }: LargeCall,
  { status, ms }: Answer,
  counted: Counted[],
): Figure => {
  const total = (of: keyof Counted & ('pages' | 'temporary')): number =>
    counted.reduce((sum, each) => sum + each[of], 0);
  const [most] = counted;
  const longestMs = Math.max(0, ...counted.map((each) => each.longestMs));
  const pages = total('pages');
  const notes = [
    `${status} in ${ms.toFixed(0)} ms`,
    ...(total('temporary') > 0 ? [`${total('temporary')} pages in temporary files`] : []),
    ...(longestMs > STATEMENT_MS ? [`a statement of ${longestMs.toFixed(0)} ms`] : []),
    ...(most && (pages > PAGES || longestMs > STATEMENT_MS) ? [most.text.slice(0, 200)] : []),
  ];
  return {
    id,
    what: `${method} ${path}`,
    value: pages,
    unit: ' pages',
    ...(whole ? {} : { goal: { atMost: PAGES } }),
    note: notes.join('; '),
  };
};

type Ask = (call: LargeCall) => Promise<number>;

const measureCalls = async (
  owner: pg.Client,
  where: string,
  calls: readonly LargeCall[],
  ask: Ask,
): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const call of calls) {
    let answer: Answer = { status: 0, ms: 0 };
    const counted = await countStatements(owner, async () => {
      const startedAt = performance.now();
      const status = await ask(call);
      answer = { status, ms: performance.now() - startedAt };
    });
    if (answer.status >= 500) throw new Error(`${call.method} ${call.path} answered ${answer.status}`);
    figures.push(figureOf(`large.${where}${call.path.split('?')[0]}`, call, answer, counted));
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
export const measureConsole = async (stage: Stage, owner: pg.Client, subject: Subject): Promise<Figure[]> => {
  const config = readConfig({ ...stage.env, LOG_LEVEL: 'silent' });
  const logger = createLogger(config);
  const deps = await createDeps({
    config,
    databaseUrl: stage.env.DATABASE_URL,
    webDir: undefined,
    clock: systemClock,
    logger,
  });
  const desk = await startTestConsole({ deps, consoleUrl: stage.consoleUrl, clock: systemClock });
  try {
    const person = await desk.member(`Bench ${Date.now()}`, 'owner');
    return await measureCalls(owner, 'console', consoleCalls(subject), async ({ method, path, body }) => {
      const { statusCode } = method === 'GET' ? await person.get(path) : await person.post(path, body);
      return statusCode;
    });
  } finally {
    await desk.close();
    await deps.close();
  }
};
