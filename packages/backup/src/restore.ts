import { chmodSync, createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Base, baseArchiveKey } from './catalog.ts';
import { freeBytes, inGb } from './disk.ts';
import { BackupError } from './errors.ts';
import { runProgram } from './programs.ts';
import { unseal } from './sealed.ts';
import { createDigest } from './signed.ts';
import type { Store } from './store.ts';

/** Space beyond the data: prefetched WAL, and files that PostgreSQL writes during recovery. */
const EXTRA_BYTES = 3 * 1024 ** 3;

/**
 * Creates the folder if needed, and checks that it is empty and has space for a base.
 * @throws BackupError if it cannot be used; nothing was changed then
 */
export const prepareFolder = async (folder: string, { dataBytes, storedBytes }: Base): Promise<void> => {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new BackupError(
      `${folder} is not empty. Restore into an empty folder: move its content to another place, and keep that until the restored database works.`,
    );
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const free = await freeBytes(folder);
  // The archive is there, too, while it is unpacked.
  const needed = dataBytes + storedBytes + EXTRA_BYTES;
  if (free < needed) {
    throw new BackupError(
      `${folder} has ${inGb(free)} GB free, and ${inGb(needed)} GB are needed. Free some, or name a folder on another disk.`,
    );
  }
};

export const emptyFolder = (folder: string): void => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
};

type Reading = {
  to?: string;
  advance?: ((bytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** Reads the archive of a base and checks its signed digest. @throws BackupError if it differs */
export const readArchive = async (
  store: Store,
  { cluster, id, archiveSha256 }: Base,
  { to, advance, signal }: Reading = {},
): Promise<void> => {
  const key = baseArchiveKey(cluster, id);
  const sealed = await store.get(key);
  if (!sealed) throw new BackupError(`${key} is not in ${store.place} any more.`);
  const digest = createDigest(advance);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const target = to === undefined ? nowhere : createWriteStream(to, { flags: 'wx', mode: 0o600 });
  await pipeline(sealed, digest.pass, target, { signal });
  if (archiveSha256 !== undefined && archiveSha256 !== digest.hex()) {
    throw new BackupError(`${key} is not what was signed: it was changed, cut off or replaced.`);
  }
};

/** The archive in the folder, while it is received and unpacked. */
const RECEIVED = '.laurel-archive';

/**
 * Unpacks a base into an empty folder. The archive is first received there and compared with its signed digest, so that
 * no program reads an archive that somebody replaced, also if the store gives another one each time.
 * @throws BackupError if the archive is damaged, is not the signed one, or cannot be decrypted; the signal's reason if that
 * stopped it. By then, no program writes to the folder.
 */
export const unpackBase = async (
  store: Store,
  base: Base,
  identities: readonly string[],
  folder: string,
  { advance, signal }: Pick<Reading, 'advance' | 'signal'> = {},
): Promise<void> => {
  chmodSync(folder, 0o700);
  const received = join(folder, RECEIVED);
  try {
    await readArchive(store, base, { to: received, advance, signal });
    const input = await unseal(createReadStream(received), identities);
    await runProgram('tar', ['-x', '-f', '-', '-C', folder], { input, signal });
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof BackupError) throw cause;
    const key = baseArchiveKey(base.cluster, base.id);
    throw new BackupError(`${key} is damaged or cut off. "laurel backup verify" checks the rest.`, { cause });
  } finally {
    rmSync(received, { force: true });
  }
};
