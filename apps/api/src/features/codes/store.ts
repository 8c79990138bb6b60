import { CODE_TRIES } from '@laurel/contracts/limits';
import type { Db, Tx } from '@laurel/database/client';
import { after } from '../../clock.ts';
import type { CodeKind, RequestKeyKind } from './port.ts';

type Kind = CodeKind | RequestKeyKind;

export type Challenge = {
  id: string;
  /** Null where the code is nobody's. */
  accountId: string | null;
  thread: string | null;
  attempts: number;
  expiresAt: Date;
  consumedAt: Date | null;
  codeHash: Uint8Array | null;
  targetHash: Uint8Array | null;
  setupId: string | null;
  delivery: string | null;
};

/**
 * Lets one call at a time issue codes of a kind for an account or a thread, until the transaction ends: two at once would not see
 * each other's code, and both would stay open.
 */
export const lockIssue = async (tx: Tx, whose: string, kind: CodeKind): Promise<void> => {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`issue ${kind} ${whose}`}, 0))`;
};

/**
 * Ends the open challenges of these kinds, the thread's where one is given, else the account's. They end with their own beginning, not `now`: a call that read its
 * clock a moment earlier and waited must find them ended too.
 */
export const closeOpen = async (
  tx: Tx,
  ask: { accountId: string | null; thread?: string | undefined; kinds: readonly Kind[]; now: Date },
): Promise<void> => {
  const { thread, kinds, now } = ask;
  const accountId = thread === undefined ? ask.accountId : null;
  await tx.$executeRaw`
    UPDATE challenges SET expires_at = created_at
     WHERE (thread = ${thread ?? null} OR account_id = ${accountId}::uuid) AND kind = ANY(${[...kinds]})
       AND consumed_at IS NULL AND expires_at > ${now}`;
};

/** Ends an account's open codes of these kinds but for those that another call holds: it waits for none of them. */
export const closeIdle = async (
  tx: Tx,
  { accountId, kinds, now }: { accountId: string; kinds: readonly CodeKind[]; now: Date },
): Promise<void> => {
  await tx.$executeRaw`
    UPDATE challenges SET expires_at = created_at
     WHERE id IN (SELECT id FROM challenges
                   WHERE account_id = ${accountId}::uuid AND kind = ANY(${[...kinds]}) AND consumed_at IS NULL
                     AND expires_at > ${now} FOR UPDATE SKIP LOCKED)`;
};

/** Adds a challenge; a code is with its provider's queue from here on (`delivery`). */
export const insertChallenge = async (
  tx: Tx,
  row: {
    id: string;
    handleHash: Buffer;
    accountId: string | null;
    thread: string | null;
    kind: Kind;
    codeHash: Buffer | null;
    targetHash: Uint8Array | null;
    setupId: string | null;
    delivery: 'queued' | 'sent' | null;
    ttlMs: number;
    now: Date;
  },
): Promise<void> => {
  await tx.$executeRaw`
    INSERT INTO challenges (id, handle_hash, account_id, thread, kind, code_hash, target_hash, setup_id, delivery,
                            created_at, expires_at)
    VALUES (${row.id}::uuid, ${row.handleHash}, ${row.accountId}::uuid, ${row.thread}, ${row.kind}, ${row.codeHash},
            ${row.targetHash}, ${row.setupId}::uuid, ${row.delivery}, ${row.now}, ${after(row.now, row.ttlMs)})`;
};

/** Gives the account's (and thread's) open code, the newest, another handle; false where no code is open. */
export const replaceHandle = async (
  tx: Tx,
  ask: { accountId: string; thread?: string | undefined; kind: CodeKind; handleHash: Buffer; now: Date },
): Promise<boolean> => {
  const { accountId, thread = null, kind, handleHash, now } = ask;
  const replaced = await tx.$executeRaw`
    UPDATE challenges SET handle_hash = ${handleHash}
     WHERE id = (SELECT id FROM challenges
                  WHERE account_id = ${accountId}::uuid AND kind = ${kind} AND consumed_at IS NULL
                    AND (${thread}::text IS NULL OR thread = ${thread}) AND expires_at > ${now} AND attempts < ${CODE_TRIES}
                  ORDER BY created_at DESC LIMIT 1)
       AND consumed_at IS NULL AND expires_at > ${now} AND attempts < ${CODE_TRIES}`;
  return replaced === 1;
};

/** The challenge a handle leads to. */
export const findChallenge = async <K extends Kind>(
  tx: Db | Tx,
  handleHash: Buffer,
  kinds: readonly K[],
): Promise<(Challenge & { kind: K }) | undefined> => {
  const rows = await tx.$queryRaw<(Challenge & { kind: K })[]>`
    SELECT id, account_id AS "accountId", thread, kind, attempts, expires_at AS "expiresAt", consumed_at AS "consumedAt",
           code_hash AS "codeHash", target_hash AS "targetHash", setup_id AS "setupId", delivery
      FROM challenges WHERE handle_hash = ${handleHash} AND kind = ANY(${[...kinds]})`;
  return rows[0];
};

/**
 * Counts a try against a challenge that is open, in one statement; undefined where it is not. The row stays locked until
 * the transaction ends, so that tries follow one another.
 */
export const countTry = async (tx: Tx, id: string, now: Date): Promise<{ consumedAt: Date | null } | undefined> => {
  const rows = await tx.$queryRaw<{ consumedAt: Date | null }[]>`
    UPDATE challenges SET attempts = attempts + 1
     WHERE id = ${id}::uuid AND expires_at > ${now} AND attempts < ${CODE_TRIES}
    RETURNING consumed_at AS "consumedAt"`;
  return rows[0];
};

/** Gives a try back that was right. */
export const returnTry = async (tx: Tx, id: string): Promise<void> => {
  await tx.$executeRaw`UPDATE challenges SET attempts = attempts - 1 WHERE id = ${id}::uuid AND attempts > 0`;
};

/** Uses a challenge up: true for one call only. */
export const consume = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const consumed = await tx.$executeRaw`
    UPDATE challenges SET consumed_at = ${now} WHERE id = ${id}::uuid AND consumed_at IS NULL`;
  return consumed === 1;
};
