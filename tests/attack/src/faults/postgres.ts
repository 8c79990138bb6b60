import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Embedded, startEmbedded } from '@laurel/database/embedded';
import { familyOf, signalAll } from './processes.ts';

/** The test's own PostgreSQL, which is disturbed. It is restarted if it dies, as by a supervisor. */
export type Victim = {
  readonly appUrl: string;
  readonly migrateUrl: string;
  readonly port: number;
  /** Kills the postmaster and every backend, without a last write. */
  kill(): void;
  /** Pauses all its processes, with their connections and locks. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
};

export const startVictim = async (settings: Readonly<Record<string, string>> = {}): Promise<Victim> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-victim-'));
  const postgres: Embedded = await startEmbedded({ dataDir, settings });
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  const postmaster = (): number => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  let paused: number[] = [];
  const resume = (): void => {
    signalAll(paused, 'SIGCONT');
    paused = [];
  };
  return {
    appUrl: postgres.appUrl,
    migrateUrl: postgres.migrateUrl,
    port: Number(new URL(postgres.appUrl).port),
    kill: () => signalAll(familyOf(postmaster()), 'SIGKILL'),
    pause: () => {
      // The postmaster first, because it could start more processes.
      signalAll([postmaster()], 'SIGSTOP');
      paused = familyOf(postmaster());
      signalAll(paused, 'SIGSTOP');
    },
    resume,
    close: async () => {
      resume();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
