import { fork } from 'node:child_process';

const PROGRAM = new URL('./cluster-search-process.ts', import.meta.url);
const EVERY_MS = 60_000;
/** A process ends after ten searches. A million votes take twenty seconds of an idle core at first, and more while people vote. */
const LONGEST_MS = 20 * EVERY_MS;
const HEAP_MB = 1_024;

export type ClusterSearch = { close(): void };

/**
 * Searches for clusters every minute while it is due, in a process of its own, one at a time. The process holds what it read.
 * @param url the connection string of the console's role
 * @param onSearched runs after each search, whether it failed or not
 */
export const startClusterSearch = ({
  url,
  isDue,
  now,
  onSearched = () => undefined,
  everyMs = EVERY_MS,
}: {
  url: string;
  isDue: () => boolean;
  now: () => Date;
  onSearched?: () => void;
  everyMs?: number;
}): ClusterSearch => {
  let closed = false;
  let running: ReturnType<typeof fork> | undefined;
  let isBusy = false;
  const start = (): ReturnType<typeof fork> => {
    // Without the environment variables of this process, which hold secrets.
    const child = fork(PROGRAM, {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      timeout: LONGEST_MS,
    });
    const ended = (): void => {
      if (isBusy && !closed) onSearched();
      isBusy = false;
    };
    const gone = (): void => {
      running = undefined;
      ended();
    };
    child.once('exit', gone).once('error', gone);
    child.on('message', ended);
    child.unref();
    child.channel?.unref();
    return child;
  };
  const look = (): void => {
    if (isBusy || !isDue()) return;
    isBusy = true;
    running ??= start();
    running.send({ url, at: now().toISOString() }, () => undefined);
  };
  const timer = setInterval(look, everyMs).unref();
  return {
    close: () => {
      closed = true;
      clearInterval(timer);
      running?.kill();
    },
  };
};
