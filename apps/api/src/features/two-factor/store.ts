import { TWO_FACTOR_SETUP_TTL_MS } from '@laurel/contracts/limits';
import type { User } from '@laurel/contracts/records';
import type { Tx } from '@laurel/database/client';
import { after } from '../../clock.ts';

/**
 * The pending secret of one browser: the one it was shown before, else the given one. Holds the account's row until the
 * transaction ends. Undefined where two-factor can't be set up.
 */
export const keepSetup = async (
  tx: Tx,
  ask: { accountId: string; browserHash: Uint8Array; sealed: Uint8Array; now: Date },
): Promise<{ id: string; secret: Uint8Array } | undefined> => {
  const [row] = await tx.$queryRaw<{ id: string; secret: Uint8Array }[]>`
    WITH held AS (
      SELECT id FROM accounts
       WHERE id = ${ask.accountId}::uuid AND totp_confirmed_at IS NULL AND email_verified_at IS NOT NULL
         FOR NO KEY UPDATE
    )
    INSERT INTO two_factor_setups (account_id, browser_hash, secret, created_at, expires_at)
    SELECT id, ${ask.browserHash}, ${ask.sealed}, ${ask.now}, ${after(ask.now, TWO_FACTOR_SETUP_TTL_MS)} FROM held
    ON CONFLICT (account_id, browser_hash) DO UPDATE SET expires_at = excluded.expires_at
    RETURNING id, secret`;
  return row;
};

/** A pending secret of the account, sealed; the rows of both are held until the transaction ends, the account's first. */
export const findPendingSecret = async (
  tx: Tx,
  setup: { id: string; accountId: string },
): Promise<Uint8Array | undefined> => {
  const [row] = await tx.$queryRaw<{ secret: Uint8Array }[]>`
    WITH held AS (SELECT id FROM accounts WHERE id = ${setup.accountId}::uuid FOR NO KEY UPDATE)
    SELECT s.secret FROM held JOIN two_factor_setups s ON s.account_id = held.id
     WHERE s.id = ${setup.id}::uuid FOR NO KEY UPDATE OF s`;
  return row?.secret;
};

/**
 * The account's confirmed secret, sealed, and its row held until the transaction ends: the step that is read against it is
 * taken for this very value, which `laurel secrets reseal` might replace meanwhile.
 */
export const findSecret = async (tx: Tx, accountId: string): Promise<Uint8Array | undefined> => {
  const rows = await tx.$queryRaw<{ secret: Uint8Array | null }[]>`
    SELECT totp_secret AS secret FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`;
  return rows[0]?.secret ?? undefined;
};

type ProvenStep = { accountId: string; sealed: Uint8Array; step: number };

/**
 * Makes a pending secret the account's, once, and takes the time step that proved it; a trigger deletes the account's other
 * pending secrets. False where two-factor is set up by now, the setup was ended, or the step was taken before.
 */
export const confirmSecret = async (tx: Tx, proven: ProvenStep & { setupId: string }, now: Date): Promise<boolean> => {
  const confirmed = await tx.$executeRaw`
    UPDATE accounts SET totp_secret = ${proven.sealed}, totp_confirmed_at = ${now}, totp_last_step = ${proven.step}
     WHERE id = ${proven.accountId}::uuid AND totp_confirmed_at IS NULL
       AND email_verified_at IS NOT NULL AND totp_last_step < ${proven.step}
       AND EXISTS (SELECT FROM two_factor_setups s
                    WHERE s.id = ${proven.setupId}::uuid AND s.account_id = accounts.id AND s.secret = ${proven.sealed})`;
  return confirmed === 1;
};

/** Takes a time step of a confirmed secret: true for one call only, and never again for an earlier step. */
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

/** Uses a backup code up: true for one call only. */
export const takeBackupCode = async (
  tx: Tx,
  ask: { accountId: string; hash: Uint8Array; now: Date },
): Promise<boolean> => {
  const taken = await tx.$executeRaw`
    UPDATE backup_codes SET used_at = ${ask.now}
     WHERE account_id = ${ask.accountId}::uuid AND code_hash = ${ask.hash} AND used_at IS NULL`;
  return taken === 1;
};

/** Forgets the secrets of an account that were never confirmed. */
export const deleteSetups = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.twoFactorSetup.deleteMany({ where: { accountId } });
};

/** Forgets the secret and the backup codes. The last step stays: a step is never accepted twice. */
export const clearSecret = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.$executeRaw`
    UPDATE accounts SET totp_secret = NULL, totp_confirmed_at = NULL WHERE id = ${accountId}::uuid`;
  await tx.backupCode.deleteMany({ where: { accountId } });
};

/** Who signs in, as answers name them; undefined once the account is erased. */
export const findUser = async (tx: Tx, accountId: string): Promise<User | undefined> => {
  const account = await tx.account.findUnique({
    where: { id: accountId },
    select: { name: true, email: true, phoneNumber: true },
  });
  if (account?.name == null || account.email == null) return undefined;
  return { name: account.name, email: account.email, phoneNumber: account.phoneNumber };
};
