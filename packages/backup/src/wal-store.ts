// Files of the log in the store: sealed, then signed for their place (signed.ts).
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { unsignedWalKey, walKey } from './catalog.ts';
import { BackupError } from './errors.ts';
import { seal, unseal } from './sealed.ts';
import { digestOf, openSigned, type Signer, type Trust } from './signed.ts';
import type { Store } from './store.ts';
import { formatLsn, type Lsn, parseLsn, type WalFile } from './wal.ts';

const shape = {
  cluster: z.string(),
  name: z.string(),
  at: z.coerce.date(),
  /** How far the log in it goes. */
  upTo: z.string().transform(parseLsn),
  /** Of what follows the statement. */
  bytes: z.number().int(),
  sha256: z.string(),
};

type Put = {
  store: Store;
  recipients: readonly string[];
  signer: Signer;
  cluster: string;
  file: WalFile;
  octets: Buffer;
  upTo: Lsn;
  at: Date;
};

const partialOf = (file: WalFile): WalFile & { kind: 'partial' | 'history' } =>
  file.kind === 'history' ? file : { ...file, kind: 'partial', name: `${file.name}.partial` };

/** Puts a file of the log into the store, in place of the one with the same name. */
export const storeWal = async ({ store, recipients, signer, cluster, file, octets, upTo, at }: Put): Promise<void> => {
  const sealed = await buffer(await seal(Readable.from([octets]), recipients));
  const claims = { cluster, name: file.name, at, upTo: formatLsn(upTo), bytes: sealed.length };
  const head = signer.sign('wal', { ...claims, sha256: digestOf(sealed) });
  await store.put(walKey(cluster, file), Readable.from([head, sealed]));
};

/** Removes what was stored of a segment while it was being written. */
export const removePartial = (store: Store, cluster: string, file: WalFile): Promise<void> => {
  const partial = partialOf(file);
  return store.remove([walKey(cluster, partial), unsignedWalKey(cluster, partial)]);
};

/** A file of the log as it is stored: checked, and not opened yet. */
export type SealedWal = {
  key: string;
  sealed: Buffer;
  /** How far the log in it goes; undefined for one without a signature. */
  upTo: Lsn | undefined;
};

/**
 * Reads a file of the log from the store, and checks that it was signed for this place.
 * @returns undefined where the store has none
 * @throws BackupError where it can't be believed
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

/** What is in a file of the log. @throws BackupError where it is damaged or no key fits */
export const openWal = async ({ key, sealed }: SealedWal, identities: readonly string[]): Promise<Buffer> => {
  try {
    return await buffer(await unseal(Readable.from([sealed]), identities));
  } catch (cause) {
    const why = cause instanceof BackupError ? cause.message : 'It is damaged or cut off.';
    throw new BackupError(`${key}: ${why}`, { cause });
  }
};
