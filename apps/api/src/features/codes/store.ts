import { type Db, type Sql, sql, type Tx } from '@laurel/database/client';
import { after } from '../../clock.ts';
import { CODE_TRIES } from '../../limits.ts';
import type { Challenge, CodeKind, RequestKeyKind } from './port.ts';

type Kind = CodeKind | RequestKeyKind;

/** Ends an account's open challenges of these kinds, as issue_code() does. */
export const closeOpen = async (
  tx: Tx,
  { accountId, kinds, now }: { accountId: string; kinds: readonly Kind[]; now: Date },
): Promise<void> => {
  await tx.$executeRaw`
    UPDATE challenges SET expires_at = created_at
     WHERE account_id = ${accountId}::uuid AND kind = ANY(${[...kinds]}) AND consumed_at IS NULL AND expires_at > ${now}`;
};

/**
 * Ends an account's open codes of these kinds. It skips codes that another transaction has locked, and does not wait.
 */
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

type NewChallenge = { handleHash: Buffer; ttlMs: number; now: Date };

/**
 * Stores a code, and ends the earlier ones that it replaces.
 * @param code.delivery the state of its message
 * @param again whether an open code with this target stays
 * @param queue the call that queues the code's message, which runs in the same statement
 * @returns the open code that stays; then the new one is not stored
 */
export const insertCode = async (
  tx: Tx,
  code: NewChallenge & {
    id: string;
    accountId: string | null;
    thread: string | null;
    kind: CodeKind;
    codeHash: Buffer;
    targetHash: Uint8Array | null;
    delivery: 'queued' | 'sent';
  },
  again: boolean,
  queue: Sql = sql`NULL`,
): Promise<OpenCode | undefined> => {
  const [open] = await tx.$queryRaw<OpenCode[]>`
    SELECT open_id AS id, open_handle_hash AS "handleHash", open_code_hash AS "codeHash",
           CASE WHEN open_id IS NULL THEN (${queue})::text END AS queued
      FROM issue_code(${code.id}::uuid, ${code.handleHash}, ${code.accountId}::uuid, ${code.thread}, ${code.kind}, ${code.codeHash},
                      ${code.targetHash}, ${code.delivery}, ${code.now}, ${after(code.now, code.ttlMs)}, ${again ? CODE_TRIES : null}::int4)`;
  return open?.id ? open : undefined;
};

/** Stores a request key. */
export const insertKey = async (
  tx: Tx,
  key: NewChallenge & { accountId: string; kind: RequestKeyKind; setupId: string | null },
): Promise<void> => {
  await tx.$executeRaw`
    INSERT INTO challenges (handle_hash, account_id, kind, setup_id, created_at, expires_at)
    VALUES (${key.handleHash}, ${key.accountId}::uuid, ${key.kind}, ${key.setupId}::uuid, ${key.now}, ${after(key.now, key.ttlMs)})`;
};

/** What is stored of an open code. */
export type OpenCode = { id: string; handleHash: Uint8Array; codeHash: Uint8Array };

/** The account's newest open code of a kind, limited to `thread` and `targetHash` if given. */
export const findOpenCode = async (
  tx: Db | Tx,
  code: {
    accountId: string;
    thread?: string | undefined;
    targetHash?: Uint8Array | null | undefined;
    kind: CodeKind;
    now: Date;
  },
): Promise<OpenCode | undefined> => {
  const { accountId, thread = null, targetHash = null, kind, now } = code;
  const [found] = await tx.$queryRaw<OpenCode[]>`
    SELECT open_id AS id, open_handle_hash AS "handleHash", open_code_hash AS "codeHash"
      FROM open_code(${accountId}::uuid, ${kind}, ${thread}, ${targetHash}, ${CODE_TRIES}::int4, ${now})`;
  return found?.id ? found : undefined;
};

/**
 * Starts the lifetime of a code again, unless it was used, spent or replaced meanwhile: another transaction that has it locked
 * is waited for.
 * @param queue the call that queues another message with it
 */
export const extendCode = async (
  tx: Tx,
  id: string,
  { ttlMs, now }: { ttlMs: number; now: Date },
  queue: Sql = sql`NULL`,
): Promise<boolean> => {
  const extended = await tx.$executeRaw`
    WITH extended AS (
      UPDATE challenges SET expires_at = ${after(now, ttlMs)}, delivery = CASE delivery WHEN 'failed' THEN 'queued' ELSE delivery END
       WHERE id = ${id}::uuid AND consumed_at IS NULL AND attempts < ${CODE_TRIES} AND expires_at > ${now}
      RETURNING id
    )
    SELECT ${queue} FROM extended`;
  return extended === 1;
};

/** The challenge of a handle. */
export const findChallenge = async (
  tx: Db | Tx,
  handleHash: Uint8Array,
  kinds: readonly Kind[],
): Promise<Challenge | undefined> => {
  const [found] = await tx.$queryRaw<Challenge[]>`
    SELECT id, handle_hash AS "handleHash", account_id AS "accountId", thread, kind, attempts, expires_at AS "expiresAt",
           consumed_at AS "consumedAt", target_hash AS "targetHash", setup_id AS "setupId", delivery
      FROM challenges WHERE handle_hash = ${handleHash} AND kind = ANY(${[...kinds]})`;
  return found;
};

/**
 * Counts a try for a challenge in one statement. The row stays locked until the transaction ends, so that tries run one
 * after another.
 * @returns undefined if the challenge has expired or has no try left
 */
export const countTry = async (tx: Tx, id: string, now: Date): Promise<{ consumedAt: Date | null } | undefined> => {
  const rows = await tx.$queryRaw<{ consumedAt: Date | null }[]>`
    UPDATE challenges SET attempts = attempts + 1
     WHERE id = ${id}::uuid AND expires_at > ${now} AND attempts < ${CODE_TRIES}
    RETURNING consumed_at AS "consumedAt"`;
  return rows[0];
};

/**
 * Answers a code in one statement: consumes a right one, and counts the try of a wrong one. The row stays locked until the
 * transaction ends, so that tries run one after another. The time of the comparison tells nothing, because the hashes are keyed.
 * @returns whether the code was right, and whether it was used before; undefined if it has expired or has no try left
 */
export const answerCode = async (
  tx: Tx,
  { id, hashes, now }: { id: string; hashes: readonly Buffer[]; now: Date },
): Promise<{ isRight: boolean; isUsed: boolean } | undefined> => {
  const [answered] = await tx.$queryRaw<{ isRight: boolean; isUsed: boolean }[]>`
    WITH held AS MATERIALIZED (
      SELECT id, account_id IS NOT NULL AND code_hash = ANY(${[...hashes]}) AS "isRight", consumed_at IS NOT NULL AS "isUsed"
        FROM challenges WHERE id = ${id}::uuid AND expires_at > ${now} AND attempts < ${CODE_TRIES} FOR NO KEY UPDATE
    )
    UPDATE challenges c SET attempts = c.attempts + CASE WHEN "isRight" THEN 0 ELSE 1 END,
           consumed_at = CASE WHEN "isRight" THEN coalesce(c.consumed_at, ${now}) ELSE c.consumed_at END
      FROM held WHERE c.id = held.id
    RETURNING "isRight", "isUsed"`;
  return answered;
};

/** Consumes a challenge: true for one request only. */
export const consume = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const consumed = await tx.$executeRaw`
    UPDATE challenges SET consumed_at = ${now} WHERE id = ${id}::uuid AND consumed_at IS NULL`;
  return consumed === 1;
};
