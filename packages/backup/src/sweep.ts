import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';

const ABANDONED_MS = 24 * 60 * 60_000;

/** Removes what is older than a day. A name may vanish meanwhile: a command removes its folder when it ends. */
const sweep = async (folder: string, now: Date): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
};

export type Sweeper = {
  /** Runs in the background, one run at a time. A failure is logged. */
  check(): Promise<void>;
};

/** Removes the folders of killed drills, which hold the decrypted database. Recent ones may be in use. */
export const createSweeper = (folder: string, { now, logger }: { now: () => Date; logger: Logger }): Sweeper => {
  let running: Promise<void> | undefined;
  return {
    check: () => {
      running ??= sweep(folder, now())
        .catch((err: unknown) => logger.warn({ err, folder }, 'the folder of a killed drill can’t be removed'))
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };
};
