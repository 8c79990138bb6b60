import type { Language } from '@laurel/contracts/languages';
import type { Db, Tx } from '@laurel/database/client';
import { after } from '../../clock.ts';
import type { Client } from '../../http/client.ts';
import type { SessionLookup } from '../../http/gate.ts';
import { DEVICE_TTL_MS, TOKEN_TTL_MS } from '../../limits.ts';

/** The session, if it is valid at `now` and its account is not erased. */
export const findSession = async (db: Db, sessionId: string, now: Date): ReturnType<SessionLookup> => {
  const [row] = await db.$queryRaw<{ accountId: string; twoFactorAt: Date | null }[]>`
    SELECT s.account_id AS "accountId", s.two_factor_at AS "twoFactorAt"
      FROM sessions s JOIN accounts a ON a.id = s.account_id
     WHERE s.id = ${sessionId}::uuid AND s.revoked_at IS NULL AND s.expires_at > ${now} AND a.erased_at IS NULL`;
  return row;
};

/**
 * Opens a session with the lifetime of its token, unless the account is suspended or erased, notes that the account is
 * used, and after a second factor stores the browser as a device. The UPDATE waits for a suspension that is being
 * committed; a later suspension sees this session and ends it.
 * @returns its id, or undefined if none was opened
 */
export const insertSession = async (
  tx: Tx,
  session: { accountId: string; twoFactor: boolean; deviceHash: Uint8Array; now: Date },
): Promise<string | undefined> => {
  const { accountId, twoFactor, deviceHash, now } = session;
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    WITH used AS (
      UPDATE accounts SET used_at = ${now} WHERE id = ${accountId}::uuid AND suspended_at IS NULL AND erased_at IS NULL
      RETURNING id
    ), remembered AS (
      INSERT INTO devices (account_id, token_hash, created_at, expires_at)
      SELECT id, ${deviceHash}, ${now}::timestamptz, ${after(now, DEVICE_TTL_MS)}::timestamptz FROM used WHERE ${twoFactor}
    )
    INSERT INTO sessions (account_id, created_at, expires_at, two_factor_at)
    SELECT id, ${now}, ${after(now, TOKEN_TTL_MS)}, ${twoFactor ? now : null}::timestamptz FROM used
    RETURNING id`;
  return row?.id;
};

export const markTwoFactor = async (tx: Tx, sessionId: string, now: Date): Promise<void> => {
  await tx.session.updateMany({ where: { id: sessionId }, data: { twoFactorAt: now } });
};

export const revokeSession = async (db: Db, sessionId: string, now: Date): Promise<void> => {
  await db.session.updateMany({ where: { id: sessionId, revokedAt: null }, data: { revokedAt: now } });
};

export const revokeSessions = async (tx: Tx, accountId: string, now: Date): Promise<void> => {
  await tx.session.updateMany({ where: { accountId, revokedAt: null }, data: { revokedAt: now } });
};

export const deleteDevices = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.device.deleteMany({ where: { accountId } });
};

/** Whether the account has a device with this token that has not expired. */
export const findDevice = async (
  db: Db,
  device: { accountId: string | undefined; tokenHash: Uint8Array<ArrayBuffer>; now: Date },
): Promise<boolean> => {
  const [row] = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM devices
     WHERE account_id = ${device.accountId ?? null}::uuid AND token_hash = ${device.tokenHash} AND expires_at > ${device.now}`;
  return row !== undefined;
};

/** Replaces a device's token once; false if the device is unknown or expired, or another request has rotated it. */
export const rotateDevice = async (
  tx: Tx,
  device: { accountId: string; from: Uint8Array<ArrayBuffer>; to: Uint8Array<ArrayBuffer>; now: Date },
): Promise<boolean> => {
  const { count } = await tx.device.updateMany({
    where: { accountId: device.accountId, tokenHash: device.from, expiresAt: { gt: device.now } },
    data: { tokenHash: device.to },
  });
  return count === 1;
};

/** Stores the language of a login and locks the account's row; false if the account was deleted or erased. */
export const setLanguage = async (tx: Tx, accountId: string, language: Language): Promise<boolean> => {
  const { count } = await tx.account.updateMany({ where: { id: accountId, erasedAt: null }, data: { language } });
  return count === 1;
};

/** Whether the account's second factor is set up, which factors it has, and whether it is suspended. */
export type HeldAccount = { twoFactorReady: boolean; totp: boolean; passkey: boolean; suspended: boolean };

/**
 * Stores the language and the client's hints and locks the account's row until the transaction ends, if the password is
 * still the one that was checked: a password reset must stop a login that has passed the comparison. The hints are
 * inserted here and not by recordClientHints, to save a statement: many people log in at the same time.
 * @returns undefined if the password has changed, or the account was deleted or erased
 */
export const lockAccount = async (
  tx: Tx,
  login: { accountId: string; passwordHash: string; client: Client; now: Date },
): Promise<HeldAccount | undefined> => {
  const { accountId, passwordHash, now } = login;
  const { ip, language, declared } = login.client;
  const [row] = await tx.$queryRaw<HeldAccount[]>`
    WITH held AS (
      UPDATE accounts SET language = ${language} WHERE id = ${accountId}::uuid AND password_hash = ${passwordHash}
      RETURNING id, totp_confirmed_at IS NOT NULL AS "twoFactorReady", totp_secret IS NOT NULL AS totp,
                passkey_at IS NOT NULL AS passkey, suspended_at IS NOT NULL AS suspended
    ), noted AS (
      INSERT INTO client_hints (account_id, event, observed_ip, declared_ip, user_agent, time_zone, created_at)
      SELECT id, 'login', ${ip}::inet, ${declared.ip}, ${declared.userAgent}, ${declared.timeZone}, ${now}::timestamptz
        FROM held
    )
    SELECT "twoFactorReady", totp, passkey, suspended FROM held`;
  return row;
};
