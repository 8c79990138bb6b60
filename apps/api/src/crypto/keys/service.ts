import type pg from 'pg';
import type { Bytes, Keyring, Purpose } from '../keyring.ts';
import { listForeign, SEALED_KINDS, type SealedKind, swapSealed } from './store.ts';

/**
 * How many rows one statement changes. Each statement is a transaction of its own, so that it locks rows only briefly.
 */
const BATCH = 200;
/** How often the rows are read: a row that changes during one pass is read again in the next. */
const PASSES = 3;

const PURPOSES: Record<SealedKind, Purpose> = {
  keys: 'sealed-key',
  'two-factor secrets': 'totp-secret',
  'pending two-factor secrets': 'totp-secret',
  'Instagram codes': 'proof-code',
  messages: 'job',
};

/** The result of a re-sealing, by kind. */
export type Resealed = {
  kind: SealedKind;
  /** Now under the current key. */
  resealed: number;
  /** Still under a previous key, because they were being written or sent. */
  left: number;
  /** Sealed with an unknown key. */
  unreadable: number;
};

const reseal = (keyring: Keyring, purpose: Purpose, sealed: Bytes): Bytes | undefined => {
  let plain: Bytes;
  try {
    plain = keyring.open(purpose, sealed);
  } catch {
    return undefined;
  }
  return keyring.seal(purpose, plain);
};

/** Reports a number of checked values. */
type Advance = (values: number) => void;

const onePass = async (
  pool: pg.Pool,
  keyring: Keyring,
  kind: SealedKind,
  { change, advance }: { change: boolean; advance?: Advance | undefined },
): Promise<Resealed> => {
  const result: Resealed = { kind, resealed: 0, left: 0, unreadable: 0 };
  let after: string | null = null;
  for (;;) {
    const rows = await listForeign(pool, kind, { keyId: keyring.id, after, limit: BATCH });
    const swaps = rows.flatMap(({ id, sealed }) => {
      const fresh = reseal(keyring, PURPOSES[kind], sealed);
      return fresh === undefined ? [] : [{ id, old: sealed, fresh }];
    });
    const swapped = change ? await swapSealed(pool, kind, swaps) : 0;
    result.resealed += swapped;
    result.left += swaps.length - swapped;
    result.unreadable += rows.length - swaps.length;
    advance?.(rows.length);
    after = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) return result;
  }
};

/** Counts the values that are sealed with another key than the current one, without changing them. */
export const countForeign = async (pool: pg.Pool, keyring: Keyring): Promise<Resealed[]> => {
  const counts: Resealed[] = [];
  for (const kind of SEALED_KINDS) counts.push(await onePass(pool, keyring, kind, { change: false }));
  return counts;
};

/**
 * Re-seals the values of previous keys with the current key while Laurel runs. A value is replaced only if it is unchanged
 * since it was read. An interrupted run can be repeated.
 */
export const resealAll = async (pool: pg.Pool, keyring: Keyring, advance?: Advance): Promise<Resealed[]> => {
  const results: Resealed[] = [];
  for (const kind of SEALED_KINDS) {
    let total = await onePass(pool, keyring, kind, { change: true, advance });
    for (let pass = 1; pass < PASSES && total.left > 0; pass += 1) {
      const more = await onePass(pool, keyring, kind, { change: true });
      total = { ...more, resealed: total.resealed + more.resealed };
    }
    results.push(total);
  }
  return results;
};
