import { statfs } from 'node:fs/promises';

/** Disk space that the spool and the archive of a base leave free: the database may use the same disk. */
export const RESERVE_BYTES = 1024 ** 3;

/** The bytes that this user can still write on the disk of a folder. */
export const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export const inGb = (bytes: number): string => (bytes / 1024 ** 3).toFixed(1);
