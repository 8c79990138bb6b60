import { addAbortSignal, Readable } from 'node:stream';
import { type Base, baseArchiveKey, baseId, recordBase } from './catalog.ts';
import { RESERVE_BYTES } from './disk.ts';
import { BackupError } from './errors.ts';
import { connectionFor, outputOf } from './programs.ts';
import { seal, type Writing } from './sealed.ts';
import type { Identity } from './server.ts';
import { createDigest } from './signed.ts';
import { parseLsn } from './wal.ts';

/** The manifest is the tar's last file. Its end holds the range of WAL that the base needs. */
const TAIL_BYTES = 16 * 1024;
const WAL_RANGE = /"Timeline":\s*(\d+),\s*"Start-LSN":\s*"([0-9A-F/]+)",\s*"End-LSN":\s*"([0-9A-F/]+)"/g;

/**
 * Reads the range of WAL that a base needs from the end of its tar. The manifest has one range for each timeline, the newest first: a
 * base of a standby may begin before a failover and end after it.
 * @throws BackupError
 */
export const rangeIn = (tail: string): Pick<Base, 'timeline' | 'startLsn' | 'endLsn'> => {
  const ranges = [...tail.matchAll(WAL_RANGE)];
  const [, timeline, startLsn] = ranges.at(-1) ?? [];
  const endLsn = ranges[0]?.[3];
  if (timeline === undefined || startLsn === undefined || endLsn === undefined) {
    throw new BackupError('pg_basebackup wrote no manifest at the end of its archive: this is no backup.');
  }
  return { timeline: Number(timeline), startLsn: parseLsn(startLsn), endLsn: parseLsn(endLsn) };
};

type Ask = Writing & {
  databaseUrl: string;
  identity: Identity;
  passwordFolder: string;
  now: () => Date;
  signal: AbortSignal;
  /** Called with the size in bytes of each chunk that was read from the server. */
  advance?: (bytes: number) => void;
};

/**
 * Streams a base backup from the server through compression and encryption to the store, without using the local disk.
 * It can be restored once the WAL up to its `endLsn` is in the store, too.
 * @throws BackupError; no base is left in the store then
 */
export const takeBase = async (ask: Ask): Promise<Base> => {
  const { databaseUrl, identity, store, recipients, signer, passwordFolder, now, signal, advance } = ask;
  const startedAt = now();
  const id = baseId(startedAt);
  const args = [
    `--dbname=${connectionFor(databaseUrl, passwordFolder, 'laurel_base_backup')}`,
    '--pgdata=-',
    '--format=tar',
    '--wal-method=none',
    '--checkpoint=fast',
    '--no-password',
    `--label=laurel ${id}`,
  ];
  let dataBytes = 0;
  let tail = Buffer.alloc(0);
  const watched = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of outputOf('pg_basebackup', args)) {
      dataBytes += chunk.length;
      advance?.(chunk.length);
      tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
      yield chunk;
    }
  };
  const key = baseArchiveKey(identity.cluster, id);
  const sealed = await seal(Readable.from(watched()), recipients);
  const archive = createDigest();
  const body = addAbortSignal(signal, Readable.from(archive.pass(sealed)));
  // The error reaches the caller through `store.put` or the signal. Without a listener it would end the process.
  body.on('error', () => undefined);
  let storedBytes: number;
  try {
    storedBytes = await store.put(key, body, RESERVE_BYTES);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    // If the store rejects the body, nobody reads it, and pg_basebackup would wait for ever.
    sealed.destroy();
  }
  const base = {
    id,
    cluster: identity.cluster,
    startedAt,
    finishedAt: now(),
    ...rangeIn(tail.toString('latin1')),
    storedBytes,
    dataBytes,
    postgres: identity.version,
    superuser: identity.superuser,
    database: identity.database,
    archiveSha256: archive.hex(),
  };
  await recordBase(store, signer, base);
  return base;
};
