import { randomBytes, randomUUID } from 'node:crypto';
import type { Tx } from '@laurel/database/client';
import { createPools } from '../../concurrency/pool.ts';
import type { Keyring } from '../../crypto/keyring.ts';
import { digitsOf, HANDLE_BYTES, hashHandle, newHandle } from '../../crypto/random.ts';
import type { RateLimits } from '../../http/limits/port.ts';
import { type Budgets, type CodeOwner, chargesOf, codeInput, codeState, networkKey } from './policy.ts';
import type { Challenge, ClosedCode, Codes, IssuedCode, RequestKeyKind } from './port.ts';
import {
  answerCode,
  closeIdle,
  closeOpen,
  consume,
  countTry,
  extendCode,
  findChallenge,
  findOpenCode,
  insertCode,
  insertKey,
  type OpenCode,
} from './store.ts';

const KEY_KINDS = ['totp_setup', 'totp_login'] as const satisfies readonly RequestKeyKind[];

/** The owner of a challenge's counters. A CHECK ensures that it has an account or a thread. */
const ownerOf = ({ accountId, thread }: Challenge): CodeOwner =>
  thread === null ? { accountId: accountId ?? '' } : { thread };

const isKey = (kind: Challenge['kind']): kind is RequestKeyKind => kind === 'totp_setup' || kind === 'totp_login';

/** Why a challenge is closed; undefined if it is open. A used code counts as open, a used request key as closed. */
const closedOf = (challenge: Challenge, now: Date): ClosedCode | undefined => {
  const { kind, consumedAt, delivery } = challenge;
  if (isKey(kind) && consumedAt) return { outcome: 'expired', delivery };
  const outcome = codeState(challenge, now);
  return outcome === 'open' ? undefined : { outcome, delivery };
};

/**
 * How many handles of one network are looked up at a time. Waiting look-ups are refused once the network's budget is
 * spent.
 */
const LOOK_UPS = { atOnce: 4, maxWaiting: 500 };

type Deps = { keyring: Keyring; limits: RateLimits; budgets: Budgets };

/**
 * Creates the service for one-time codes and request keys, which are stored as hashes. The database counts a try before
 * the comparison.
 */
export const createCodes = ({ keyring, limits, budgets }: Deps): Codes => {
  const lookUps = createPools(LOOK_UPS);
  type Try = CodeOwner & { network: string; now: Date };
  const chargeTry = (tx: Tx, by: Try): Promise<void> => limits.requireAll(tx, chargesOf(by, budgets), by.now);
  const forgiveTry = (tx: Tx, by: Try): Promise<void> =>
    limits.refundAll(
      tx,
      chargesOf(by, budgets).map(({ key }) => key),
      by.now,
    );

  /** The handle of a code, under each key, the current one first. It is derived, because only its hash is stored. */
  const handlesOf = (challengeId: string): string[] =>
    keyring.hmacs('code-handle', challengeId).map((hmac) => hmac.subarray(0, HANDLE_BYTES).toString('base64url'));
  /** The six digits of a code, which are derived likewise. */
  const codesOf = (challengeId: string): string[] => keyring.hmacs('code-digits', challengeId).map(digitsOf);
  const hashesOf = (challengeId: string, code: string): Buffer[] => keyring.hmacs('code', codeInput(challengeId, code));

  /** What `issueCode` returned for an open code. Codes of earlier releases, and those that support sent again, may be others. */
  const readAgain = ({ id, handleHash, codeHash }: OpenCode): IssuedCode | undefined => {
    const handle = handlesOf(id).find((each) => hashHandle(each).equals(handleHash));
    const code = codesOf(id).find((each) => hashesOf(id, each).some((hash) => hash.equals(codeHash)));
    return handle === undefined || code === undefined ? undefined : { challengeId: id, handle, code };
  };

  const find: Codes['find'] = (db, { handle, kinds, network, accountId, now }) =>
    lookUps(network, async () => {
      const key = networkKey(network);
      limits.refuseSpent([key], now);
      const found = await findChallenge(db, hashHandle(handle), kinds);
      const own = found && (accountId === undefined || found.accountId === accountId) ? found : undefined;
      const result = own ? (closedOf(own, now) ?? own) : ({ outcome: 'expired', delivery: null } as const);
      // Charged each time, because a client may repeat a handle without end. So is a used code, which may be answered
      // again.
      if ('outcome' in result || result.consumedAt) await limits.demand(db, key, budgets.network, now);
      return result;
    });

  return {
    chargeTry,
    forgiveTry,

    issueCode: async (tx, { accountId, thread = null, kind, ttlMs, targetHash = null, again, now }, queueFor) => {
      const id = randomUUID();
      const [[handle = ''], [code = '']] = [handlesOf(id), codesOf(id)];
      const issued = { challengeId: id, handle, code };
      // A code without an account has the hash of no code, and its message is marked as sent, so that it is never sent.
      const [codeHash, delivery] =
        accountId === null
          ? [randomBytes(32), 'sent' as const]
          : [keyring.hmac('code', codeInput(id, code)), 'queued' as const];
      const row = {
        id,
        handleHash: hashHandle(handle),
        accountId,
        thread,
        kind,
        codeHash,
        targetHash,
        delivery,
        ttlMs,
        now,
      };
      const queue = await queueFor?.(issued);
      const open = await insertCode(tx, row, again === true, queue);
      if (!open) return issued;
      const earlier = readAgain(open);
      if (earlier && (await extendCode(tx, earlier.challengeId, { ttlMs, now }, await queueFor?.(earlier))))
        return earlier;
      await insertCode(tx, row, false, queue);
      return issued;
    },

    openHandle: async (db, of) => {
      const open = await findOpenCode(db, of);
      return open && handlesOf(open.id).find((handle) => hashHandle(handle).equals(open.handleHash));
    },

    closeCodes: closeIdle,

    find,

    findKey: async (db, options) => {
      const found = await find(db, { ...options, kinds: KEY_KINDS });
      // An erased account has none.
      if ('outcome' in found || found.accountId === null || !isKey(found.kind)) return undefined;
      const { id: challengeId, accountId, kind, setupId } = found;
      return { challengeId, accountId, kind, setupId };
    },

    issueKey: async (tx, { accountId, purpose, ttlMs, now }) => {
      const handle = newHandle();
      const setupId = purpose.kind === 'totp_setup' ? purpose.setupId : null;
      await insertKey(tx, { handleHash: hashHandle(handle), accountId, kind: purpose.kind, setupId, ttlMs, now });
      return handle;
    },

    answer: async (tx, found, { code, network, now }) => {
      const { id, handleHash, kind, accountId, targetHash, delivery } = found;
      const budget = { ...ownerOf(found), network, now };
      await chargeTry(tx, budget);
      const answered = await answerCode(tx, { id, hashes: hashesOf(id, code), now });
      if (!answered) {
        // No comparison: other requests used the last tries, or a newer code replaced this one.
        await forgiveTry(tx, budget);
        const latest = await findChallenge(tx, handleHash, [kind]);
        const outcome = latest && codeState(latest, now) === 'spent' ? 'spent' : 'expired';
        return { outcome, delivery };
      }
      const { isRight, isUsed } = answered;
      if (isRight) await forgiveTry(tx, budget);
      if (accountId === null || !(isRight || isUsed)) return { outcome: 'wrong', delivery };
      if (isUsed) return { outcome: 'used', accountId, codeMatches: isRight };
      return { outcome: 'right', challengeId: id, accountId, targetHash };
    },

    tryKey: async (tx, { challengeId, accountId }, { network, now }) => {
      const budget = { accountId, network, now };
      await chargeTry(tx, budget);
      const counted = await countTry(tx, challengeId, now);
      if (counted && !counted.consumedAt) return true;
      // No comparison: another request used the key or its last tries.
      await forgiveTry(tx, budget);
      return false;
    },

    consumeKey: consume,
    closeKeys: (tx, accountId, now) => closeOpen(tx, { accountId, kinds: KEY_KINDS, now }),

    recode: (challengeIds) => {
      const [code = ''] = codesOf(challengeIds[0] ?? '');
      return { code, hashes: challengeIds.map((id) => keyring.hmac('code', codeInput(id, code))) };
    },
  };
};
