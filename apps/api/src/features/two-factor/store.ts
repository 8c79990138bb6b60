import type { User } from '@laurel/contracts/records';
import type { Tx } from '@laurel/database/client';

/** The account's pending secret: the one it has, else the given one. Undefined where two-factor can't be set up. */
export const keepPendingSecret = async (
  tx: Tx,
  accountId: string,
  sealed: Uint8Array,
): Promise<Uint8Array | undefined> => {
  const rows = await tx.$queryRaw<{ secret: Uint8Array }[]>`
    UPDATE accounts SET totp_secret = COALESCE(totp_secret, ${sealed})
     WHERE id = ${accountId}::uuid AND totp_confirmed_at IS NULL AND email_verified_at IS NOT NULL
    RETURNING totp_secret AS secret`;
  return rows[0]?.secret;
};

/**
 * The account's sealed secret, pending or confirmed, and its row held until the transaction ends: the step that is read
 * against it is taken for this very value, which `laurel secrets reseal` might replace meanwhile.
 */
export const findSecret = async (tx: Tx, accountId: string): Promise<Uint8Array | undefined> => {
  const rows = await tx.$queryRaw<{ secret: Uint8Array | null }[]>`
    SELECT totp_secret AS secret FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`;
  return rows[0]?.secret ?? undefined;
};

type ProvenStep = { accountId: string; sealed: Uint8Array; step: number };

/**
 * Confirms a pending secret, once, and takes the time step that proved it. False where two-factor is set up by now, the
 * secret is another one, or the step was taken before.
 */
export const confirmSecret = async (tx: Tx, proven: ProvenStep, now: Date): Promise<boolean> => {
  const confirmed = await tx.$executeRaw`
    UPDATE accounts SET totp_confirmed_at = ${now}, totp_last_step = ${proven.step}
     WHERE id = ${proven.accountId}::uuid AND totp_secret = ${proven.sealed} AND totp_confirmed_at IS NULL
       AND email_verified_at IS NOT NULL AND totp_last_step < ${proven.step}`;
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

/** Forgets a secret that was never confirmed. */
export const clearPendingSecret = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.$executeRaw`
    UPDATE accounts SET totp_secret = NULL WHERE id = ${accountId}::uuid AND totp_confirmed_at IS NULL`;
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
