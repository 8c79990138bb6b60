import type { Language } from '@laurel/contracts/languages';
import { BACKUP_CODE_LENGTH } from '@laurel/contracts/limits';
import type { User } from '@laurel/contracts/records';
import type { Db, Transact, Tx } from '@laurel/database/client';
import { generateSecret } from 'otplib';
import { AppError } from '../../app-error.ts';
import type { Fingerprint, Keyring } from '../../crypto/keyring.ts';
import { hashHandle, newBase32 } from '../../crypto/random.ts';
import type { Client } from '../../http/client.ts';
import { recordClientHints } from '../../http/client-hints.store.ts';
import type { Outbox } from '../../jobs/port.ts';
import { BACKUP_CODES, REQUEST_KEY_TTL_MS } from '../../limits.ts';
import type { Sessions } from '../account/sessions.port.ts';
import type { Codes, RequestKey } from '../codes/port.ts';
import { createPasskeys, type Passkey } from './passkeys.service.ts';
import { backupInput, setupUri, stepOf } from './policy.ts';
import type { Proof, SecondFactor, TwoFactor } from './port.ts';
import {
  confirmSecret,
  deleteBackupCodes,
  deleteSetups,
  findPendingSecret,
  findSecret,
  findUser,
  insertBackupCodes,
  saveSetup,
  takeBackupCode,
  takeStep,
} from './store.ts';

type Deps = {
  db: Db;
  keyring: Keyring;
  fingerprint: Fingerprint;
  codes: Codes;
  sessions: Sessions;
  outbox: Pick<Outbox, 'mail'>;
  /** The page's origin, to whose host name passkeys belong. */
  origin: string;
  /** The name that an authenticator app, or a browser with a passkey, shows beside the account: the edition's. */
  issuer: string;
  /** Whether the edition has passkeys. An account keeps those that it has. */
  offersPasskeys: boolean;
  transact: Transact;
};

/** The options of WebAuthn, as JSON. */
type PasskeyRequest = Readonly<Record<string, unknown>>;

type OtpAttempt = { requestKey: string; factor: SecondFactor; client: Client; now: Date };

/** A signed-in user; `deviceToken` is for the device cookie, backup codes are shown only once. */
export type SignedIn = { token: string; user: User; backupCodes?: string[]; deviceToken: string };

/** The port for other features, and the methods of the feature's own routes. */
export type TwoFactorService = TwoFactor & {
  /**
   * Answers a request key with a second factor: confirms two-factor if it is being set up, then signs the user in.
   * @throws AppError otp.invalid if the key or the factor is wrong, used or expired; login.suspended; limit.exceeded
   */
  verifyOtp(attempt: OtpAttempt): Promise<SignedIn>;
  /**
   * The request for the browser: to make a passkey with the request key of a setup, else to use one.
   * @throws AppError otp.invalid if the key is wrong, used or expired, or the account has no passkey; request.not_found
   *   if the edition has no passkeys; limit.exceeded
   */
  passkeyOptions(
    by: { accountId: string } | { requestKey: string; network: string },
    now: Date,
  ): Promise<PasskeyRequest>;
  /**
   * Begins to set up another factor of an account, which has proven one. Its backup codes stay.
   * @param browser the value of the browser's setup cookie
   * @throws AppError otp.invalid if the factor is wrong or used; limit.exceeded
   */
  addFactor(proof: Proof, browser: string): Promise<{ requestKey: string; qrCode: string }>;
  passkeysOf(accountId: string): Promise<Passkey[]>;
  /**
   * Removes a passkey and ends all sessions, because the device may be lost. The person gets a mail.
   * @throws AppError otp.invalid if the factor is wrong or used; request.not_found if there is no such passkey, or it is
   *   the last factor; limit.exceeded
   */
  removePasskey(proof: Proof, id: string, language: Language): Promise<void>;
  /**
   * Replaces the backup codes of an account whose two-factor is set up. The earlier ones are invalid then.
   * @throws AppError otp.invalid if the factor is wrong or used; limit.exceeded
   */
  renewBackupCodes(proof: Proof): Promise<string[]>;
};

/** Two-factor authentication: RFC 6238 by an authenticator app, passkeys, and backup codes. */
export const createTwoFactor = (deps: Deps): TwoFactorService => {
  const { db, keyring, fingerprint, codes, sessions, transact } = deps;
  const passkeys = createPasskeys({
    db,
    origin: deps.origin,
    awardName: () => deps.issuer,
    sign: (text) => keyring.hmac('voter-challenge', text),
  });
  const backupHash = (accountId: string, code: string): Buffer =>
    fingerprint('backup-code', backupInput(accountId, code));

  /** The time step of a code, and the sealed secret with which the code was checked; undefined if it is wrong. */
  const readStep = (sealed: Uint8Array | undefined, otpCode: string, now: Date) => {
    if (!sealed) return undefined;
    const step = stepOf(keyring.open('totp-secret', sealed).toString(), otpCode, now);
    return step === undefined ? undefined : { sealed, step };
  };

  /** Whether a factor is right and unused; uses it up. Charges nothing. */
  const accept = async (
    tx: Tx,
    by: { accountId: string; challengeId?: string },
    factor: SecondFactor,
    now: Date,
  ): Promise<boolean> => {
    const { accountId } = by;
    // Locks the account for every factor: of two requests that renew them, the later one deletes the earlier one's.
    const secret = await findSecret(tx, accountId);
    if ('backupCode' in factor) {
      return takeBackupCode(tx, { accountId, hash: backupHash(accountId, factor.backupCode), now });
    }
    if ('passkey' in factor) return passkeys.accept(tx, by, factor.passkey, now);
    const proven = readStep(secret, factor.otpCode, now);
    return proven !== undefined && takeStep(tx, { accountId, ...proven });
  };

  const giveBackupCodes = async (tx: Tx, accountId: string): Promise<string[]> => {
    const backupCodes = Array.from({ length: BACKUP_CODES }, () => newBase32(BACKUP_CODE_LENGTH));
    await insertBackupCodes(
      tx,
      accountId,
      backupCodes.map((code) => backupHash(accountId, code)),
    );
    return backupCodes;
  };

  /** Confirms the setup of a request key. @returns the backup codes if it is the first factor, or undefined if the answer is wrong */
  const confirm = async (
    tx: Tx,
    key: RequestKey,
    factor: SecondFactor,
    now: Date,
  ): Promise<{ backupCodes?: string[] } | undefined> => {
    const { accountId, setupId } = key;
    // Backup codes exist only after the setup.
    if ('backupCode' in factor || setupId === null) return undefined;
    const pending = await findPendingSecret(tx, { id: setupId, accountId });
    if (!pending) return undefined;
    if ('passkey' in factor) {
      if (!(await passkeys.confirm(tx, { ...key, setupId }, factor.passkey, now))) return undefined;
    } else {
      const proven = readStep(pending.secret, factor.otpCode, now);
      if (!proven || !(await confirmSecret(tx, { accountId, setupId, ...proven }, now))) return undefined;
    }
    return pending.first ? { backupCodes: await giveBackupCodes(tx, accountId) } : {};
  };

  const prove = async (tx: Tx, { accountId, factor, network, now }: Proof): Promise<boolean> => {
    const budget = { accountId, network, now };
    await codes.chargeTry(tx, budget);
    const accepted = await accept(tx, { accountId }, factor, now);
    if (accepted) await codes.forgiveTry(tx, budget);
    return accepted;
  };

  /** Begins a setup, of an account without two-factor or one that has proven a factor. */
  const begin = async (
    tx: Tx,
    account: { id: string; email: string; browser: string; proven: boolean },
    now: Date,
  ): Promise<{ requestKey: string; qrCode: string }> => {
    const { id: accountId, email, proven } = account;
    const sealed = keyring.seal('totp-secret', generateSecret());
    const setup = await saveSetup(tx, { accountId, browserHash: hashHandle(account.browser), sealed, proven, now });
    if (!setup) throw new AppError('otp.invalid');
    const secret = keyring.open('totp-secret', setup.secret).toString();
    const purpose = { kind: 'totp_setup', setupId: setup.id } as const;
    const requestKey = await codes.issueKey(tx, { accountId, purpose, ttlMs: REQUEST_KEY_TTL_MS, now });
    return { requestKey, qrCode: setupUri({ issuer: deps.issuer, email, secret }) };
  };

  /** Mails the owner that a factor was added or removed, so that a change by somebody else is noticed. */
  const tell = async (tx: Tx, accountId: string, user: User, change: 'added' | 'removed', language: Language) => {
    const message = { kind: 'factor_changed', name: user.name, change } as const;
    await deps.outbox.mail(tx, { to: user.email, language, accountId, message });
  };

  return {
    beginSetup: (tx, account, now) => begin(tx, { ...account, proven: false }, now),

    prove,

    forgetPending: async (tx, accountId, now) => {
      await deleteSetups(tx, accountId);
      await codes.closeKeys(tx, accountId, now);
    },

    verifyOtp: async ({ requestKey, factor, client, now }) => {
      const { network } = client;
      const key = await codes.findKey(db, { handle: requestKey, network, now });
      if (!key) throw new AppError('otp.invalid');
      const signedIn = await transact(async (tx) => {
        if (!(await codes.tryKey(tx, key, { network, now }))) return undefined;
        const { accountId, challengeId } = key;
        const accepted =
          key.kind === 'totp_setup' ? await confirm(tx, key, factor, now) : (await accept(tx, key, factor, now)) && {};
        // A wrong try is committed with its charges before the request fails.
        if (!accepted) return undefined;
        await codes.forgiveTry(tx, { accountId, network, now });
        const user = await findUser(tx, accountId);
        if (!user || !(await codes.consumeKey(tx, challengeId, now))) throw new AppError('otp.invalid');
        await recordClientHints(tx, { accountId, event: 'verify_otp', client, now });
        const added = key.kind === 'totp_setup' && accepted.backupCodes === undefined;
        if (added) await tell(tx, accountId, user, 'added', client.language);
        const { token, deviceToken } = await sessions.open(tx, { accountId, twoFactor: true, now });
        return { token, user, deviceToken, ...accepted };
      });
      if (!signedIn) throw new AppError('otp.invalid');
      return signedIn;
    },

    passkeyOptions: async (by, now) => {
      if ('accountId' in by) return passkeys.requestOptions(by, now);
      const { requestKey, network } = by;
      const key = await codes.findKey(db, { handle: requestKey, network, now });
      const user = key && (await findUser(db, key.accountId));
      if (!user) throw new AppError('otp.invalid');
      if (key.kind === 'totp_login') return passkeys.requestOptions(key, now);
      if (!deps.offersPasskeys) throw new AppError('request.not_found');
      return passkeys.creationOptions(key, user.email, now);
    },

    addFactor: async (proof, browser) => {
      const { accountId: id, now } = proof;
      const begun = await transact(async (tx) => {
        // A wrong try is committed with its charges before the request fails.
        const user = (await prove(tx, proof)) ? await findUser(tx, id) : undefined;
        return user && begin(tx, { id, email: user.email, browser, proven: true }, now);
      });
      if (!begun) throw new AppError('otp.invalid');
      return begun;
    },

    passkeysOf: (accountId) => passkeys.list(accountId),

    removePasskey: async (proof, id, language) => {
      const { accountId, now } = proof;
      const removed = await transact(async (tx) => {
        // A wrong try is committed with its charges before the request fails.
        if (!(await prove(tx, proof))) return false;
        const user = await findUser(tx, accountId);
        if (!user || !(await passkeys.remove(tx, accountId, id))) throw new AppError('request.not_found');
        await sessions.endAll(tx, accountId, now);
        await tell(tx, accountId, user, 'removed', language);
        return true;
      });
      if (!removed) throw new AppError('otp.invalid');
    },

    renewBackupCodes: async (proof) => {
      const { accountId } = proof;
      const backupCodes = await transact(async (tx) => {
        // A wrong try is committed with its charges before the request fails.
        if (!(await prove(tx, proof))) return undefined;
        await deleteBackupCodes(tx, accountId);
        return giveBackupCodes(tx, accountId);
      });
      if (!backupCodes) throw new AppError('otp.invalid');
      return backupCodes;
    },
  };
};
