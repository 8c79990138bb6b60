import { randomBytes, randomUUID } from 'node:crypto';
import type { Tx } from '@laurel/database/client';
import { createPools } from '../../concurrency/pool.ts';
import type { Keyring } from '../../crypto/keyring.ts';
import { hashHandle, newDigits, newHandle } from '../../crypto/random.ts';
import type { RateLimits } from '../../http/limits/port.ts';
import {
  accountKeys,
  askerKeys,
  type Budgets,
  chargesOf,
  codeInput,
  type Guessed,
  matchesAny,
  networkKey,
  standingOf,
} from './policy.ts';
import type { Codes, RequestKeyKind } from './port.ts';
import {
  type Challenge,
  closeIdle,
  closeOpen,
  consume,
  countTry,
  findChallenge,
  insertChallenge,
  lockIssue,
  replaceHandle,
  returnTry,
} from './store.ts';

const KEY_KINDS = ['totp_setup', 'totp_login'] as const satisfies readonly RequestKeyKind[];

/** By whom the guesses at a challenge are counted; the database lets none be without account and thread. */
const guessed = ({ accountId, thread }: Challenge): Guessed =>
  thread === null ? { accountId: accountId ?? '' } : { thread };

/** Handles of one network that are looked up at a time: those behind them are refused unseen once its budget is spent. */
const LOOK_UPS = { atOnce: 4, maxWaiting: 500 };

type Deps = { keyring: Keyring; limits: RateLimits; budgets: Budgets };

/** One-time codes and request keys: kept as hashes, tries counted by the database before anything is compared. */
export const createCodes = ({ keyring, limits, budgets }: Deps): Codes => {
  const lookUps = createPools(LOOK_UPS);
  type Try = Guessed & { network: string; now: Date };
  const chargeTry = (tx: Tx, ask: Try): Promise<void> => limits.demandAll(tx, chargesOf(ask, budgets), ask.now);
  const forgiveTry = (tx: Tx, ask: Try): Promise<void> => {
    const keys = chargesOf(ask, budgets).map(({ key }) => key);
    return limits.refundAll(tx, keys, ask.now);
  };

  return {
    chargeTry,
    forgiveTry,

    issueCode: async (tx, ask) => {
      const { accountId, thread, kind, ttlMs, targetHash, now } = ask;
      await lockIssue(tx, thread ?? accountId ?? 'nobody', kind);
      await closeOpen(tx, { accountId, thread, kinds: [kind], now });
      const [id, handle, code] = [randomUUID(), newHandle(), newDigits()];
      await insertChallenge(tx, {
        id,
        handleHash: hashHandle(handle),
        accountId,
        thread: thread ?? null,
        kind,
        // Nobody's is the hash of nothing, and its message is taken for sent, so that it never is.
        codeHash: accountId === null ? randomBytes(32) : keyring.hmac('code', codeInput(id, code)),
        targetHash: targetHash ?? null,
        setupId: null,
        delivery: accountId === null ? 'sent' : 'queued',
        ttlMs,
        now,
      });
      return { challengeId: id, handle, code };
    },

    renewHandle: async (tx, { accountId, thread, kind, now }) => {
      const handle = newHandle();
      const replaced = await replaceHandle(tx, { accountId, thread, kind, handleHash: hashHandle(handle), now });
      return replaced ? handle : undefined;
    },

    closeCodes: closeIdle,

    isKnown: (db, { handle, kinds, network, now }) =>
      lookUps(network, async () => {
        const key = networkKey(network);
        limits.refuseSpent([key], now);
        if (await findChallenge(db, hashHandle(handle), kinds)) return true;
        await limits.demand(db, key, budgets.network, now);
        return false;
      }),

    issueKey: async (tx, { accountId, purpose, ttlMs, now }) => {
      const handle = newHandle();
      await insertChallenge(tx, {
        id: randomUUID(),
        handleHash: hashHandle(handle),
        accountId,
        thread: null,
        kind: purpose.kind,
        codeHash: null,
        targetHash: null,
        setupId: purpose.kind === 'totp_setup' ? purpose.setupId : null,
        delivery: null,
        ttlMs,
        now,
      });
      return handle;
    },

    answer: async (tx, { handle, code, kind, network, accountId: only, now }) => {
      const handleHash = hashHandle(handle);
      const found = await findChallenge(tx, handleHash, [kind]);
      if (!found?.codeHash || (only !== undefined && found.accountId !== only)) {
        return { outcome: 'expired', delivery: null };
      }
      const { id, accountId, codeHash, targetHash, delivery } = found;
      const standing = standingOf(found, now);
      if (standing !== 'open') return { outcome: standing, delivery };

      const budget = { ...guessed(found), network, now };
      await chargeTry(tx, budget);
      const counted = await countTry(tx, id, now);
      if (!counted) {
        // Other calls had the last tries, or a newer code took its place: nothing was compared.
        await forgiveTry(tx, budget);
        const latest = await findChallenge(tx, handleHash, [kind]);
        const outcome = latest && standingOf(latest, now) === 'spent' ? 'spent' : 'expired';
        return { outcome, delivery };
      }
      const isRight = matchesAny(codeHash, keyring.hmacs('code', codeInput(id, code)));
      if (accountId === null) return { outcome: 'wrong', delivery };
      if (!isRight) {
        return counted.consumedAt ? { outcome: 'used', accountId, codeMatches: false } : { outcome: 'wrong', delivery };
      }
      await forgiveTry(tx, budget);
      await returnTry(tx, id);
      const first = await consume(tx, id, now);
      return first
        ? { outcome: 'right', challengeId: id, accountId, targetHash }
        : { outcome: 'used', accountId, codeMatches: true };
    },

    tryKey: async (tx, { handle, network, now }) => {
      const key = await findChallenge(tx, hashHandle(handle), KEY_KINDS);
      if (!key?.accountId || key.consumedAt || standingOf(key, now) !== 'open') return undefined;
      const budget = { accountId: key.accountId, network, now };
      await chargeTry(tx, budget);
      const counted = await countTry(tx, key.id, now);
      if (counted && !counted.consumedAt) {
        return { challengeId: key.id, accountId: key.accountId, kind: key.kind, setupId: key.setupId };
      }
      // Other calls used it, or had its last tries: nothing was compared.
      await forgiveTry(tx, budget);
      return undefined;
    },

    consumeKey: consume,
    closeKeys: (tx, accountId, now) => closeOpen(tx, { accountId, kinds: KEY_KINDS, now }),

    unlock: async (tx, accountId) => {
      for (const { day, total } of [accountKeys(accountId), askerKeys(`${accountId}:`)]) {
        await limits.clear(tx, day);
        await limits.clear(tx, total);
      }
    },
  };
};
