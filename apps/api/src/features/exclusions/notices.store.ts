import type { Language } from '@laurel/contracts/languages';
import type { Tx } from '@laurel/database/client';
import type { PublicReason } from './policy.ts';

/** A person who is told by mail. */
export type Recipient = { accountId: string; name: string; email: string; language: Language };

/**
 * The people of one group who get a mail. `last` is the id after which the next group begins; undefined after the last
 * group.
 */
export type Group<Person> = { people: Person[]; last: string | undefined };

type Row = { [Key in keyof Recipient]: Recipient[Key] | null };

const isReached = <R extends Row>(row: R): row is R & Recipient => row.email !== null && row.accountId !== null;

/**
 * Marks the next people of an applied exclusion as told, and returns those who were not told before. Returns nobody if
 * the exclusion was undone.
 */
export const claimNotices = async (
  tx: Tx,
  { exclusion, after, limit, now }: { exclusion: number; after: string; limit: number; now: Date },
): Promise<Group<Recipient>> => {
  const rows = await tx.$queryRaw<(Row & { voterId: string })[]>`
    SELECT voter_id AS "voterId", account_id AS "accountId", name, email, language
      FROM claim_exclusion_notices(${exclusion}::int4, ${after}::uuid, ${limit}::int4, ${now})`;
  return { people: rows.filter(isReached), last: rows.length < limit ? undefined : rows.at(-1)?.voterId };
};

/**
 * Marks the next people who were told of an exclusion as told of its undo, and returns those who were not told before.
 * Returns nobody if the exclusion was not undone.
 */
export const claimUndoneNotices = async (
  tx: Tx,
  { exclusion, after, limit, now }: { exclusion: number; after: string; limit: number; now: Date },
): Promise<Group<Recipient & { stillHeld: boolean }>> => {
  const rows = await tx.$queryRaw<(Row & { accountId: string; stillHeld: boolean })[]>`
    SELECT account_id AS "accountId", name, email, language, still_held AS "stillHeld"
      FROM claim_undone_notices(${exclusion}::int4, ${after}::uuid, ${limit}::int4, ${now})`;
  return { people: rows.filter(isReached), last: rows.length < limit ? undefined : rows.at(-1)?.accountId };
};

/** The public reason of an exclusion. @throws Error if there is no such exclusion */
export const reasonOf = async (tx: Tx, id: number): Promise<PublicReason> => {
  const [row] = await tx.$queryRaw<{ reason: PublicReason }[]>`
    SELECT public_reason AS reason FROM all_exclusions WHERE id = ${id}`;
  if (!row) throw new Error(`there is no exclusion ${id}`);
  return row.reason;
};

/**
 * Marks an answer as put into a mail. Undefined if that was done before, there is no answer, or the account was erased.
 */
export const claimAnswer = async (
  tx: Tx,
  id: number,
  now: Date,
): Promise<(Recipient & { exclusion: number; answer: string }) | undefined> => {
  const [row] = await tx.$queryRaw<(Recipient & { exclusion: number; answer: string })[]>`
    WITH claimed AS (
      UPDATE objections SET answer_sent_at = ${now}
       WHERE id = ${id} AND answered_at IS NOT NULL AND answer_sent_at IS NULL
      RETURNING account_id, exclusion_id, answer)
    SELECT a.id AS "accountId", a.name, a.email, a.language, c.exclusion_id AS exclusion, c.answer
      FROM claimed c JOIN accounts a ON a.id = c.account_id AND a.erased_at IS NULL`;
  return row;
};
