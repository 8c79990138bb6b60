import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';

/** Files older than this are abandoned; newer ones may be in use. */
const ABANDONED_MS = 24 * 60 * 60_000;

/**
 * Removes the folders of killed drills from before a time: they contain the decrypted database. A folder may vanish
 * meanwhile, because a command removes its folder when it ends.
 */
export const sweepDrills = async (folder: string, before: Date): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true });
  }
};

export type Sweeper = {
  /** Runs in the background, one run at a time. A failure is logged. */
  check(): Promise<void>;
};

/** Removes files that killed processes left more than a day ago. @param what names such a file in the log */
export const createSweeper = (
  sweep: (before: Date) => Promise<void>,
  { what, now, logger }: { what: string; now: () => Date; logger: Logger },
): Sweeper => {
  let running: Promise<void> | undefined;
  return {
    check: () => {
      running ??= sweep(new Date(now().getTime() - ABANDONED_MS))
        .catch((err: unknown) => logger.warn({ err }, `${what} can’t be removed`))
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };
};
