import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRepository } from '@laurel/support/repository';
import type { BenchCase, Finding } from '../finding.ts';
import { residentMb, startLaurel } from '../processes.ts';

const IDLE_MS = 30_000;

/** Seconds from `npm start` to the line that reports the address. */
const npmStart = async (dataDir: string): Promise<number> => {
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: inRepository('.'),
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  let seconds: number | undefined;
  for await (const line of createInterface(child.stdout)) {
    if (!/https?:\/\//.test(line)) continue;
    seconds = (performance.now() - startedAt) / 1000;
    break;
  }
  child.kill('SIGINT');
  await gone;
  if (seconds === undefined) throw new Error('npm start ended before it served');
  return seconds;
};

/** The cost of an idle instance, and the duration of a second `npm start`. */
const benchIdle = async (): Promise<Finding[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-bench-'));
  try {
    const laurel = await startLaurel({ NODE_ENV: 'development', DATA_DIR: dataDir });
    await sleep(IDLE_MS);
    const resident = residentMb(laurel.pid);
    await laurel.stop();
    await npmStart(dataDir);
    const second = await npmStart(dataDir);
    return [
      {
        id: 'idle.memory',
        what: `idle process, resident after ${IDLE_MS / 1000} s`,
        value: resident,
        unit: ' MB',
        goal: { atMost: 150 },
      },
      {
        id: 'idle.second-start',
        what: 'second npm start, until it serves',
        value: second,
        unit: ' s',
        digits: 1,
        goal: { atMost: 5 },
      },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

export const idle: BenchCase = { name: 'idle', run: () => benchIdle() };
