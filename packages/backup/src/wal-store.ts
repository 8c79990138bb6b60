// WAL files in the store: sealed, then signed for their place (signed.ts).
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { unsignedWalKey, walKey } from './catalog.ts';
import { BackupError } from './errors.ts';
import { seal, unseal, type Writing } from './sealed.ts';
import { digestOf, openSigned, type Trust } from './signed.ts';
import type { Store } from './store.ts';
import { formatLsn, type Lsn, parseLsn, type SegmentFile, segmentFile, type WalFile } from './wal.ts';

const shape = {
  cluster: z.string(),
  name: z.string(),
  at: z.coerce.date(),
  upTo: z.string().transform(parseLsn),
  /** The size of the sealed segment after the statement. */
  bytes: z.number().int(),
  sha256: z.string(),
};

type Put = Writing & { cluster: string; file: WalFile; content: Buffer; upTo: Lsn; at: Date };

/** Stores a WAL file, and replaces one with the same name. */
export const storeWal = async ({ store, recipients, signer, cluster, file, content, upTo, at }: Put): Promise<void> => {
  const sealed = await buffer(await seal(Readable.from([content]), recipients));
  const claims = { cluster, name: file.name, at, upTo: formatLsn(upTo), bytes: sealed.length };
  const head = signer.sign('wal', { ...claims, sha256: digestOf(sealed) });
  await store.put(walKey(cluster, file), Readable.from([head, sealed]));
};

/** Removes the copy of a segment from when it was incomplete. */
export const removePartial = (store: Store, cluster: string, { timeline, segment }: SegmentFile): Promise<void> => {
  const partial = segmentFile(timeline, segment, 'partial');
  return store.remove([walKey(cluster, partial), unsignedWalKey(cluster, partial)]);
};

/** A stored WAL file with a checked signature, still sealed. */
export type SealedWal = {
  key: string;
  sealed: Buffer;
  /** The end of the WAL in the file; undefined for an unsigned one. */
  upTo: Lsn | undefined;
};

/**
 * Reads a WAL file from the store and checks that it was signed for this place.
 * @returns undefined if the store has none
 * @throws BackupError if it cannot be trusted
 */
export const readSealedWal = async (
  store: Store,
  cluster: string,
  file: WalFile,
  trust: Trust,
): Promise<SealedWal | undefined> => {
  const key = walKey(cluster, file);
  const body = await store.get(key);
  if (!body) {
    const unsignedKey = unsignedWalKey(cluster, file);
    const unsigned = trust.unsigned ? await store.get(unsignedKey) : undefined;
    return unsigned && { key: unsignedKey, sealed: await buffer(unsigned), upTo: undefined };
  }
  const { stated, rest } = openSigned(await buffer(body), { source: key, kind: 'wal', shape, trust });
  if (stated.cluster !== cluster || stated.name !== file.name) {
    throw new BackupError(`${key} was signed for another place: ${stated.cluster}, ${stated.name}.`);
  }
  if (stated.bytes !== rest.length || stated.sha256 !== digestOf(rest)) {
    throw new BackupError(`${key} is not what was signed: it was changed or cut off.`);
  }
  return { key, sealed: rest, upTo: stated.upTo };
};

/** Decrypts a WAL file. @throws BackupError if it is damaged or no key fits */
export const openWal = async ({ key, sealed }: SealedWal, identities: readonly string[]): Promise<Buffer> => {
  try {
    return await buffer(await unseal(Readable.from([sealed]), identities));
  } catch (cause) {
    const why = cause instanceof BackupError ? cause.message : 'It is damaged or cut off.';
    throw new BackupError(`${key}: ${why}`, { cause });
  }
};
