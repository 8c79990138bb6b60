import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Embedded, startEmbedded } from '@laurel/database/embedded';
import { familyOf, signalAll } from './processes.ts';

/** A PostgreSQL of the test's own, to which bad things happen. One that dies is started again, as a supervisor would. */
export type Victim = {
  readonly appUrl: string;
  readonly migrateUrl: string;
  readonly port: number;
  /** Where the cluster is. */
  readonly cluster: string;
  /** The postmaster's. */
  pid(): number;
  /** Kills the postmaster and every backend; nothing is written any more. */
  kill(): void;
  /** Stops all of it where it is, connections and locks included. */
  pause(): void;
  resume(): void;
  /** Fast (sessions are cut, all is written) or immediate (the next start recovers from the log). */
  stop(mode: 'fast' | 'immediate'): void;
  close(): Promise<void>;
};

/** Starts one. @param dataDir a folder that holds a cluster already, or where one is to be made */
export const startVictim = async (
  settings: Readonly<Record<string, string>> = {},
  dataDir = mkdtempSync(join(tmpdir(), 'laurel-victim-')),
): Promise<Victim> => {
  const postgres: Embedded = await startEmbedded({ dataDir, settings });
  const cluster = join(dataDir, 'postgres');
  const postmaster = (): number => Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  let paused: number[] = [];
  const resume = (): void => {
    signalAll(paused, 'SIGCONT');
    paused = [];
  };
  return {
    appUrl: postgres.appUrl,
    migrateUrl: postgres.migrateUrl,
    port: Number(new URL(postgres.appUrl).port),
    cluster,
    pid: postmaster,
    kill: () => signalAll(familyOf(postmaster()), 'SIGKILL'),
    pause: () => {
      // The postmaster first: what it starts later would run on.
      signalAll([postmaster()], 'SIGSTOP');
      paused = familyOf(postmaster());
      signalAll(paused, 'SIGSTOP');
    },
    resume,
    stop: (mode) => signalAll([postmaster()], mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    close: async () => {
      resume();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
