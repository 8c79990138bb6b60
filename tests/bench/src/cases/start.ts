import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchCase, Finding } from '../finding.ts';
import { judge, median, raceWarm } from '../measure.ts';
import { type Running, startLaurel, startRival } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const SERVES_WITHIN_MS = 300_000;

/** Seconds from a process's start to its first successful response. */
const untilItServes = async (start: () => Promise<Running>, path: string): Promise<number> => {
  const startedAt = performance.now();
  const server = await start();
  try {
    for (; performance.now() - startedAt < SERVES_WITHIN_MS; await sleep(5)) {
      const { status } = await fetch(`http://127.0.0.1:${server.port}${path}`);
      if (status === 200) return (performance.now() - startedAt) / 1000;
    }
    throw new Error(`${path} did not answer 200 within ${SERVES_WITHIN_MS} ms`);
  } finally {
    await server.stop();
  }
};

/** Starts with an empty data folder, which creates the PostgreSQL cluster, then again with that folder. */
const onNothing = async (): Promise<{ cold: number; warm: number }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-start-'));
  const start = () => startLaurel({ NODE_ENV: 'development', LOG_LEVEL: 'info', DATA_DIR: dataDir });
  try {
    const cold = await untilItServes(start, '/readyz');
    return { cold, warm: await untilItServes(start, '/readyz') };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const benchStart = async (stage: Stage, rounds: number, times: number): Promise<Finding[]> => {
  const starts: Awaited<ReturnType<typeof onNothing>>[] = [];
  for (let round = 0; round < times; round++) starts.push(await onNothing());
  const perSecond = async (seconds: Promise<number>): Promise<number> => 1 / (await seconds);
  const [laurel, rival] = await raceWarm(rounds, [
    () => perSecond(untilItServes(() => startLaurel(stage.env), '/readyz')),
    () => perSecond(untilItServes(() => startRival('empty'), '/')),
  ]);
  const verdict = judge(laurel, rival);
  const figure = (id: string, what: string, values: number[], atMost: number): Finding => ({
    id: `start.${id}`,
    what: `${what}, to the first 200`,
    value: median(values),
    unit: ' s',
    digits: 2,
    goal: { atMost },
    note: `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} s`,
  });
  const embedded =
    starts.length > 0
      ? [
          figure(
            'new',
            'start on nothing, PostgreSQL and database made',
            starts.map(({ cold }) => cold),
            15,
          ),
          figure(
            'existing',
            'start on what is there, PostgreSQL started with it',
            starts.map(({ warm }) => warm),
            5,
          ),
        ]
      : [];
  return [
    ...embedded,
    figure(
      'process',
      'start of the process alone',
      (laurel ?? []).map((each) => 1 / each),
      2,
    ),
    { id: 'start.empty', what: 'start of the process, against an empty Fastify', unit: 'starts/s', verdict },
  ];
};

/** From a process's start to its first response. Files are in the page cache, unlike on a machine that has just booted. */
export const start: BenchCase = {
  name: 'start',
  run: ({ rounds, sized }) => onStage((stage) => benchStart(stage, rounds, sized(0, rounds))),
};
