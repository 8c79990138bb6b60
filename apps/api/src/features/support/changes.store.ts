import type { Organiser } from '@laurel/database/audit';
import type { Db, Tx } from '@laurel/database/client';

/** A change of an account by an organiser. Its SQL function records it in the audit log. */
export type Change = { id: string; organiser: Organiser; now: Date };

const isDone = (rows: readonly { done: boolean }[]): boolean => rows[0]?.done ?? false;

/** Whom to tell about a change: the owner of a confirmed address of an account that is not erased. */
export const readOwner = async (
  tx: Tx,
  id: string,
): Promise<{ name: string; email: string; language: string } | undefined> => {
  const [row] = await tx.$queryRaw<{ name: string; email: string; language: string }[]>`
    SELECT name, email, language FROM accounts
     WHERE id = ${id}::uuid AND erased_at IS NULL AND email_verified_at IS NOT NULL`;
  return row;
};

/** Clears counters of an account; `names` are their names in the audit log. */
export const unlockAccount = async (
  tx: Tx,
  { id, organiser, now, names, keys }: Change & { names: string[]; keys: string[] },
): Promise<boolean> =>
  isDone(
    await tx.$queryRaw`
      SELECT support_unlock(${id}::uuid, ${names}::text[], ${keys}::text[], ${organiser.actor}, ${organiser.reason}, ${now}) AS done`,
  );

export const resetTwoFactor = async (tx: Tx, { id, organiser, now }: Change): Promise<boolean> =>
  isDone(
    await tx.$queryRaw`
      SELECT support_reset_two_factor(${id}::uuid, ${organiser.actor}, ${organiser.reason}, ${now}) AS done`,
  );

/** The result of a change of address. With `changed`, it says whom to tell, at the address of before. */
type Moved = { outcome: 'changed'; name: string; before: string; language: string } | { outcome: 'taken' };

/**
 * Gives the account another address, in place of the one in canonical form `from`.
 * @returns undefined if the account is erased, unknown or has another address by now
 */
export const changeEmail = async (
  tx: Tx,
  change: Change & {
    from: { canonical: string; hash: Uint8Array };
    to: { email: string; canonical: string; hash: Uint8Array };
    staleSince: Date;
  },
): Promise<Moved | undefined> => {
  const { id, organiser, now, from, to, staleSince } = change;
  const [row] = await tx.$queryRaw<Moved[]>`
    SELECT outcome, holder AS name, before, language
      FROM support_change_email(${id}::uuid, ${from.canonical}, ${from.hash}, ${to.email}, ${to.canonical}, ${to.hash}, ${staleSince},
                                ${organiser.actor}, ${organiser.reason}, ${now})`;
  return row;
};

export const signOutAccount = async (tx: Tx, { id, organiser, now }: Change): Promise<boolean> =>
  isDone(
    await tx.$queryRaw`SELECT support_sign_out(${id}::uuid, ${organiser.actor}, ${organiser.reason}, ${now}) AS done`,
  );

export const suspendAccount = async (tx: Tx, { id, organiser, now }: Change): Promise<boolean> =>
  isDone(
    await tx.$queryRaw`SELECT support_suspend(${id}::uuid, ${organiser.actor}, ${organiser.reason}, ${now}) AS done`,
  );

export const restoreAccount = async (tx: Tx, { id, organiser, now }: Change): Promise<boolean> =>
  isDone(
    await tx.$queryRaw`SELECT support_restore(${id}::uuid, ${organiser.actor}, ${organiser.reason}, ${now}) AS done`,
  );

/** The canonical address and the number of an account that is not erased. */
export const readContact = async (
  db: Db,
  id: string,
): Promise<{ emailCanonical: string; phone: string | null } | undefined> => {
  const [row] = await db.$queryRaw<{ emailCanonical: string; phone: string | null }[]>`
    SELECT email_canonical AS "emailCanonical", phone_number AS phone FROM accounts
     WHERE id = ${id}::uuid AND erased_at IS NULL`;
  return row;
};

/**
 * Erases the account with this address, or deletes it if it verified nothing.
 * @param change.addressHash the fingerprint of the address
 * @returns null if the account is erased, unknown or has another address
 */
export const eraseAccount = async (
  tx: Tx,
  { id, organiser, now, address, addressHash }: Change & { address: string; addressHash: Uint8Array },
): Promise<'erased' | 'deleted' | null> => {
  const [row] = await tx.$queryRaw<{ outcome: 'erased' | 'deleted' | null }[]>`
    SELECT support_erase(${id}::uuid, ${address}, ${addressHash}, ${organiser.actor}, ${organiser.reason}, ${now}) AS outcome`;
  return row?.outcome ?? null;
};

/**
 * Records in the audit log that a person viewed an account, at most once every ten minutes per person and account.
 * @returns whether the account exists
 */
export const recordRead = async (
  db: Db,
  { id, actor, now }: { id: string; actor: string; now: Date },
): Promise<boolean> => isDone(await db.$queryRaw`SELECT support_read(${id}::uuid, ${actor}, ${now}) AS done`);

export type PersonalData = { name: string; email: string; phone: string | null };

/**
 * Returns an account's personal data and records the request in the audit log; undefined if the account is erased or
 * unknown.
 */
export const revealAccount = async (db: Db, { id, organiser, now }: Change): Promise<PersonalData | undefined> => {
  const [row] = await db.$queryRaw<PersonalData[]>`
    SELECT holder AS name, email, phone FROM support_reveal(${id}::uuid, ${organiser.actor}, ${organiser.reason}, ${now})`;
  return row;
};

/** An open code that was sent by mail. */
export type OpenCode = { id: string; kind: 'email' | 'password_reset' };

/** The account's open codes that were sent by mail, the newest first. */
export const readOpenCodes = (
  db: Db,
  { id, tries, most, now }: { id: string; tries: number; most: number; now: Date },
): Promise<OpenCode[]> =>
  db.$queryRaw<OpenCode[]>`
    SELECT id, kind FROM challenges
     WHERE account_id = ${id}::uuid AND kind IN ('email', 'password_reset') AND consumed_at IS NULL AND expires_at > ${now}
       AND attempts < ${tries}
     ORDER BY created_at DESC, id LIMIT ${most}`;

/** The result of replacing an account's open codes. With `sent`, it says which code to send, and to whom. */
export type Resent =
  | { outcome: 'sent'; codeId: string; kind: OpenCode['kind']; name: string; email: string; language: string }
  | { outcome: 'limited'; until: Date }
  | { outcome: 'queued' }
  | { outcome: 'none' };

/** Replaces the account's open codes, and charges the counters. */
export const replaceCodes = async (
  tx: Tx,
  request: Change & {
    codes: { ids: string[]; hashes: Uint8Array[]; expiresAt: Date };
    charges: readonly { key: string; rule: { limit: number; windowMs: number } }[];
  },
): Promise<Resent> => {
  const { id, organiser, now, codes, charges } = request;
  const keys = charges.map(({ key }) => key);
  const limits = charges.map(({ rule }) => rule.limit);
  const seconds = charges.map(({ rule }) => rule.windowMs / 1000);
  const [row] = await tx.$queryRaw<Resent[]>`
    SELECT outcome, code AS "codeId", kind, holder AS name, email, language, until
      FROM support_send_again(${id}::uuid, ${codes.ids}::uuid[], ${codes.hashes}::bytea[], ${codes.expiresAt}, ${keys}::text[],
                              ${limits}::int4[], ${seconds}::float8[], ${organiser.actor}, ${organiser.reason}, ${now})`;
  return row ?? { outcome: 'none' };
};
