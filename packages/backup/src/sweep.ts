import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';

/** Files older than this are abandoned; newer ones may be in use. */
const ABANDONED_MS = 24 * 60 * 60_000;

/**
 * Removes the folders of killed drills from before a time: they contain the decrypted database. A folder may vanish
 * meanwhile, because a command removes its folder when it ends.
 */
export const removeDrills = async (folder: string, before: Date): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true });
  }
};

/** Removes files that killed processes left more than a day ago. A failure is logged. @param what names such a file */
export const sweep = (
  what: string,
  remove: (before: Date) => Promise<void>,
  { now, logger }: { now: () => Date; logger: Logger },
): Promise<void> =>
  remove(new Date(now().getTime() - ABANDONED_MS)).catch((err: unknown) =>
    logger.warn({ err }, `${what} can’t be removed`),
  );
