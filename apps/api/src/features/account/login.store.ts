import type { Language } from '@laurel/contracts/languages';
import { DEVICE_TTL_MS, TOKEN_TTL_MS } from '@laurel/contracts/limits';
import type { Db, Tx } from '@laurel/database/client';
import { after } from '../../clock.ts';
import type { Client } from '../../http/client.ts';
import type { SessionLookup } from '../../http/gate.ts';

/** A session that stands at `now`, of an account that is not erased. */
export const findSession = async (db: Db, sessionId: string, now: Date): ReturnType<SessionLookup> => {
  const [row] = await db.$queryRaw<{ accountId: string; twoFactorAt: Date | null }[]>`
    SELECT s.account_id AS "accountId", s.two_factor_at AS "twoFactorAt"
      FROM sessions s JOIN accounts a ON a.id = s.account_id
     WHERE s.id = ${sessionId}::uuid AND s.revoked_at IS NULL AND s.expires_at > ${now} AND a.erased_at IS NULL`;
  return row;
};

/**
 * Opens a session for as long as its token lives, unless the account is suspended or erased. It shares the account's row, so
 * that a suspension under way is waited for, and one that comes later sees this session and ends it.
 * @returns its id, or undefined where none was opened
 */
export const insertSession = async (
  tx: Tx,
  ask: { accountId: string; twoFactor: boolean; now: Date },
): Promise<string | undefined> => {
  const { accountId, now } = ask;
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO sessions (account_id, created_at, expires_at, two_factor_at)
    SELECT id, ${now}, ${after(now, TOKEN_TTL_MS)}, ${ask.twoFactor ? now : null}::timestamptz
      FROM accounts WHERE id = ${accountId}::uuid AND suspended_at IS NULL AND erased_at IS NULL FOR SHARE
    RETURNING id`;
  return row?.id;
};

export const noteTwoFactor = async (tx: Tx, sessionId: string, now: Date): Promise<void> => {
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

export const insertDevice = async (
  tx: Tx,
  device: { accountId: string; tokenHash: Uint8Array<ArrayBuffer>; now: Date },
): Promise<void> => {
  const { accountId, tokenHash, now } = device;
  await tx.device.create({
    data: { accountId, tokenHash, createdAt: now, expiresAt: after(now, DEVICE_TTL_MS) },
    select: { id: true },
  });
};

/** Whether a token is one of the account's devices'. */
export const findDevice = async (
  db: Db,
  ask: { accountId: string | undefined; tokenHash: Uint8Array<ArrayBuffer>; now: Date },
): Promise<boolean> => {
  const [row] = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM devices
     WHERE account_id = ${ask.accountId ?? null}::uuid AND token_hash = ${ask.tokenHash} AND expires_at > ${ask.now}`;
  return row !== undefined;
};

/** Replaces a known device's token, once: false where the device is unknown, expired, or was rotated by another call. */
export const rotateDevice = async (
  tx: Tx,
  ask: { accountId: string; from: Uint8Array<ArrayBuffer>; to: Uint8Array<ArrayBuffer>; now: Date },
): Promise<boolean> => {
  const { count } = await tx.device.updateMany({
    where: { accountId: ask.accountId, tokenHash: ask.from, expiresAt: { gt: ask.now } },
    data: { tokenHash: ask.to },
  });
  return count === 1;
};

/** Keeps the language a person signed in with. */
export const setLanguage = async (tx: Tx, accountId: string, language: Language): Promise<void> => {
  await tx.account.updateMany({ where: { id: accountId, erasedAt: null }, data: { language } });
};

/**
 * Keeps the language and the client's hints, and holds the account's row until the transaction ends, provided its
 * password is still the one that was checked: a login that was under way while the password was reset must not outlive
 * the reset. One statement (http/client-hints.ts has the hints' own): a crowd that arrives at once pays for each.
 * @returns undefined where the password is another one by now
 */
export const holdAccount = async (
  tx: Tx,
  ask: { accountId: string; passwordHash: string; client: Client; now: Date },
): Promise<{ twoFactorReady: boolean; suspended: boolean } | undefined> => {
  const { accountId, passwordHash, now } = ask;
  const { ip, language, declared } = ask.client;
  const [row] = await tx.$queryRaw<{ twoFactorReady: boolean; suspended: boolean }[]>`
    WITH held AS (
      UPDATE accounts SET language = ${language} WHERE id = ${accountId}::uuid AND password_hash = ${passwordHash}
      RETURNING id, totp_confirmed_at IS NOT NULL AS "twoFactorReady", suspended_at IS NOT NULL AS suspended
    ), noted AS (
      INSERT INTO client_hints (account_id, event, observed_ip, declared_ip, user_agent, time_zone, created_at)
      SELECT id, 'login', ${ip}::inet, ${declared.ip}, ${declared.userAgent}, ${declared.timeZone}, ${now}::timestamptz
        FROM held
    )
    SELECT "twoFactorReady", suspended FROM held`;
  return row;
};
