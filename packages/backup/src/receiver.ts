import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { connectionFor, startProgram } from './programs.ts';
import { SLOT } from './server.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** After running this long, the next failure counts as the first. */
const STABLE_MS = 60_000;

type Options = {
  databaseUrl: string;
  folder: string;
  passwordFolder: string;
  synchronous: boolean;
  /** Called before every start. Returns whether it may start now. */
  ready(): Promise<boolean>;
  logger: Logger;
};

/** Keeps a pg_receivewal running. Whenever it stops it is restarted, with a delay that doubles. */
export const startReceiver = (options: Options) => {
  const { databaseUrl, folder, passwordFolder, synchronous, ready, logger } = options;
  const stopping = new AbortController();
  let end: () => void = () => undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const connection = connectionFor(databaseUrl, passwordFolder, SLOT);
  const args = [
    `--dbname=${connection}`,
    `--directory=${folder}`,
    `--slot=${SLOT}`,
    '--status-interval=1',
    '--no-loop',
    '--no-password',
    ...(synchronous ? ['--synchronous'] : []),
  ];

  const once = async (): Promise<void> => {
    if (!(await ready()) || stopping.signal.aborted) return;
    logger.info('receiving the write-ahead log');
    const { child, ended } = startProgram('pg_receivewal', args);
    end = () => void child.kill('SIGINT');
    const { code, output } = await ended;
    if (!stopping.signal.aborted) logger.warn({ code, output }, 'the receiver of the write-ahead log ended');
  };

  const keepRunning = async (): Promise<void> => {
    let waitMs = FIRST_WAIT_MS;
    while (!stopping.signal.aborted) {
      const begun = performance.now();
      await once().catch((err: unknown) => logger.warn({ err }, 'the write-ahead log can’t be received'));
      waitMs = performance.now() - begun > STABLE_MS ? FIRST_WAIT_MS : Math.min(waitMs * 2, LONGEST_WAIT_MS);
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = keepRunning();
  return {
    /** Stops the running program. It is started again as soon as `ready` allows it. */
    interrupt: (): void => end(),
    stop: async (): Promise<void> => {
      stopping.abort();
      end();
      await running;
    },
  };
};
