import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { runWitness } from '../run.ts';

/** A witness in a process of its own. */
export type WitnessProcess = {
  readonly url: string;
  readonly verifierKey: string;
  /** The lines of its log so far. */
  readonly log: readonly string[];
  /** kill -9. */
  kill(): Promise<void>;
  /** Stops it as a container is stopped. Returns the exit code. */
  stop(): Promise<number | null>;
};

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
};

/** A witness in the process of a test. */
export type OpenWitness = Pick<WitnessProcess, 'url' | 'verifierKey' | 'log'> & { stop(): Promise<void> };

/** Starts a witness in this process, which takes a tenth of the time, and waits until it listens. */
export const openWitness = async (
  stateFile: string,
  logs: readonly string[],
  name = 'partner.example/witness',
): Promise<OpenWitness> => {
  const log: string[] = [];
  const stopping = new AbortController();
  const listening = Promise.withResolvers<{ port: number; verifierKey: string }>();
  const ended = runWitness(
    { stateFile, name, logs, host: '127.0.0.1', port: 0 },
    {
      logger: pino({ level: 'warn' }, { write: (line) => void log.push(line) }),
      now: () => new Date(),
      signal: stopping.signal,
      listening: listening.resolve,
    },
  );
  ended.catch(listening.reject);
  const { port, verifierKey } = await listening.promise;
  const stop = (): Promise<void> => {
    stopping.abort();
    return ended;
  };
  return { url: `http://127.0.0.1:${port}`, verifierKey, log, stop };
};

/** Starts a witness in a process on the state of a file, and waits until it listens. */
export const startWitness = async (
  stateFile: string,
  logs: readonly string[],
  name = 'partner.example/witness',
): Promise<WitnessProcess> => {
  const program = fileURLToPath(new URL('./program.ts', import.meta.url));
  const child = spawn(process.execPath, [program, stateFile, name, ...logs], { stdio: ['ignore', 'pipe', 'inherit'] });
  const log: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const at = await new Promise<{ port: number; verifierKey: string }>((resolve, reject) => {
    lines.on('line', (line) => {
      const { listening } = JSON.parse(line);
      if (listening) resolve(listening);
      else log.push(line);
    });
    child.once('exit', (code) => reject(new Error(`the witness ended with ${code}: ${log.join('\n')}`)));
  });
  return {
    url: `http://127.0.0.1:${at.port}`,
    verifierKey: at.verifierKey,
    log,
    kill: async () => void (await end(child, 'SIGKILL')),
    stop: () => end(child, 'SIGTERM'),
  };
};
