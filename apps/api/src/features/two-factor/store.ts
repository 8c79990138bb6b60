import type { User } from '@laurel/contracts/records';
import { factorsOf, type SecondFactorKind } from '@laurel/contracts/verification';
import type { Db, Tx } from '@laurel/database/client';
import { after } from '../../clock.ts';
import { TWO_FACTOR_SETUP_TTL_MS } from '../../limits.ts';

/**
 * Stores the pending secret of a browser, or keeps the one that is already stored. Locks the account's row until the
 * transaction ends.
 * @returns the stored secret, or undefined if two-factor can't be set up
 */
export const saveSetup = async (
  tx: Tx,
  setup: { accountId: string; browserHash: Uint8Array; sealed: Uint8Array; proven: boolean; now: Date },
): Promise<{ id: string; secret: Uint8Array } | undefined> => {
  const [row] = await tx.$queryRaw<{ id: string; secret: Uint8Array }[]>`
    WITH held AS (
      SELECT id FROM accounts
       WHERE id = ${setup.accountId}::uuid AND (totp_confirmed_at IS NULL OR ${setup.proven})
         AND email_verified_at IS NOT NULL
         FOR NO KEY UPDATE
    )
    INSERT INTO two_factor_setups (account_id, browser_hash, secret, created_at, expires_at)
    SELECT id, ${setup.browserHash}, ${setup.sealed}, ${setup.now}, ${after(setup.now, TWO_FACTOR_SETUP_TTL_MS)} FROM held
    ON CONFLICT (account_id, browser_hash) DO UPDATE SET expires_at = excluded.expires_at
    RETURNING id, secret`;
  return row;
};

/** A sealed pending secret, and whether it is for the first factor. Locks the account's row, then the secret's, until the transaction ends. */
export const findPendingSecret = async (
  tx: Tx,
  setup: { id: string; accountId: string },
): Promise<{ secret: Uint8Array; first: boolean } | undefined> => {
  const [row] = await tx.$queryRaw<{ secret: Uint8Array; first: boolean }[]>`
    WITH held AS (SELECT id, totp_confirmed_at IS NULL AS first FROM accounts WHERE id = ${setup.accountId}::uuid FOR NO KEY UPDATE)
    SELECT s.secret, held.first FROM held JOIN two_factor_setups s ON s.account_id = held.id
     WHERE s.id = ${setup.id}::uuid FOR NO KEY UPDATE OF s`;
  return row;
};

/**
 * The account's sealed confirmed secret. Locks the row until the transaction ends: takeStep compares this value, which
 * `laurel secrets reseal` may replace.
 */
export const findSecret = async (tx: Tx, accountId: string): Promise<Uint8Array | undefined> => {
  const rows = await tx.$queryRaw<{ secret: Uint8Array | null }[]>`
    SELECT totp_secret AS secret FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`;
  return rows[0]?.secret ?? undefined;
};

type ProvenStep = { accountId: string; sealed: Uint8Array; step: number };

/**
 * Makes a pending secret the account's confirmed one, and takes the time step of its code. A trigger deletes the
 * account's other pending secrets.
 * @returns false if the account has a secret already, the setup has ended, or the step was taken before
 */
export const confirmSecret = async (tx: Tx, proven: ProvenStep & { setupId: string }, now: Date): Promise<boolean> => {
  const confirmed = await tx.$executeRaw`
    UPDATE accounts SET totp_secret = ${proven.sealed}, totp_confirmed_at = coalesce(totp_confirmed_at, ${now}), totp_last_step = ${proven.step}
     WHERE id = ${proven.accountId}::uuid AND totp_secret IS NULL
       AND email_verified_at IS NOT NULL AND totp_last_step < ${proven.step}
       AND EXISTS (SELECT FROM two_factor_setups s
                    WHERE s.id = ${proven.setupId}::uuid AND s.account_id = accounts.id AND s.secret = ${proven.sealed})`;
  return confirmed === 1;
};

/** Takes a time step of a confirmed secret: true for one request only, and never for an earlier step. */
export const takeStep = async (tx: Tx, proven: ProvenStep): Promise<boolean> => {
  const taken = await tx.$executeRaw`
    UPDATE accounts SET totp_last_step = ${proven.step}
     WHERE id = ${proven.accountId}::uuid AND totp_secret = ${proven.sealed} AND totp_confirmed_at IS NOT NULL
       AND totp_last_step < ${proven.step}`;
  return taken === 1;
};

export const insertBackupCodes = async (tx: Tx, accountId: string, hashes: readonly Buffer[]): Promise<void> => {
  await tx.backupCode.createMany({ data: hashes.map((hash) => ({ accountId, codeHash: new Uint8Array(hash) })) });
};

export const deleteBackupCodes = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.backupCode.deleteMany({ where: { accountId } });
};

/** Uses up a backup code: true for one request only. */
export const takeBackupCode = async (
  tx: Tx,
  code: { accountId: string; hash: Uint8Array; now: Date },
): Promise<boolean> => {
  const taken = await tx.$executeRaw`
    UPDATE backup_codes SET used_at = ${code.now}
     WHERE account_id = ${code.accountId}::uuid AND code_hash = ${code.hash} AND used_at IS NULL`;
  return taken === 1;
};

/** Deletes the pending secrets of an account. */
export const deleteSetups = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.twoFactorSetup.deleteMany({ where: { accountId } });
};

/** The user of an account; undefined if it is erased. */
export const findUser = async (tx: Db | Tx, accountId: string): Promise<User | undefined> => {
  const [found] = await tx.$queryRaw<(Omit<User, 'factors'> & Record<SecondFactorKind, boolean>)[]>`
    SELECT name, email, phone_number AS "phoneNumber", totp_secret IS NOT NULL AS totp, passkey_at IS NOT NULL AS passkey
      FROM accounts WHERE id = ${accountId}::uuid AND erased_at IS NULL`;
  if (!found) return undefined;
  const { totp, passkey, ...user } = found;
  return { ...user, factors: factorsOf({ totp, passkey }) };
};
