import { messageKey } from '@laurel/contracts/messages';
import type { User } from '@laurel/contracts/records';
import { VERIFICATION_TYPES, type VerificationType } from '@laurel/contracts/verification';
import type { Db, Transact, Tx } from '@laurel/database/client';
import { AppError, FieldError } from '../../app-error.ts';
import type { Fingerprint } from '../../crypto/keyring.ts';
import type { Passwords } from '../../crypto/password.ts';
import { canonicalPhone, phoneFingerprints } from '../../crypto/phone-number.ts';
import { hashHandle } from '../../crypto/random.ts';
import type { Client } from '../../http/client.ts';
import { recordClientHints } from '../../http/client-hints.store.ts';
import type { SessionUserId } from '../../http/gate.ts';
import type { LimitRule, RateLimits } from '../../http/limits/port.ts';
import type { Mailbox } from './mailbox.service.ts';
import { acceptEmail, REPLACING, registrationsKey, replacingKey, takenRefusal } from './policy.ts';
import { deleteReplaced, readInfo, registerAccount } from './store.ts';

type Deps = {
  db: Db;
  transact: Transact;
  limits: RateLimits;
  networkRule: LimitRule;
  passwords: Passwords;
  fingerprint: Fingerprint;
  sendEmailCode: Mailbox['sendEmailCode'];
};

type Registration = {
  name: string;
  email: string;
  /** Null keeps that of the registration that this one replaces. */
  password: string | null;
  phoneNumber: string;
  /** The request id of the same person's earlier registration with a mistyped address. */
  replaces?: string | undefined;
};

export type Accounts = {
  /**
   * Creates an account, sends its email code and returns the request id. A registration that it replaces is undone: its
   * account is deleted, so that the number is free at once. The account stays if its address is proven or if another
   * requester has an open code for it.
   * @throws AppError account.email_taken, account.phone_taken, limit.exceeded; FieldError for a disposable address, or
   *   without a password that stays
   */
  register(registration: Registration, client: Client, now: Date): Promise<string>;
  /** The user, and for each type of verification whether it is done. */
  info(userId: SessionUserId): Promise<User & { verifications: { type: VerificationType; verified: boolean }[] }>;
};

/** Creates the service that registers accounts and reads a user's data. */
export const createAccounts = (deps: Deps): Accounts => {
  const { db, transact, limits, passwords, fingerprint } = deps;

  /**
   * Deletes the replaced account, and charges both addresses: either may be registered again, which sends it a mail.
   * @returns the password of the replaced account; undefined if none was replaced
   */
  const replace = async (
    tx: Tx,
    by: { replaces: string; emailCanonical: string },
    now: Date,
  ): Promise<string | undefined> => {
    const replaced = await deleteReplaced(tx, hashHandle(by.replaces), now);
    if (replaced === undefined) return undefined;
    const keys = [replaced.emailCanonical, by.emailCanonical].map((address) =>
      replacingKey(fingerprint('email', address)),
    );
    const charges = [...new Set(keys)].map((key) => ({ key, rule: REPLACING }));
    await limits.requireAll(tx, charges, now);
    return replaced.passwordHash;
  };

  return {
    register: async ({ name, email, password, replaces, ...typed }, client, now) => {
      const phoneNumber = canonicalPhone(typed.phoneNumber);
      const emailCanonical = acceptEmail(email);
      await limits.demand(db, registrationsKey(client.network), deps.networkRule, now);
      const typedHash = password === null ? undefined : await passwords.hash(password);
      const { language } = client;
      return transact(async (tx) => {
        const before = replaces === undefined ? undefined : await replace(tx, { replaces, emailCanonical }, now);
        const passwordHash = typedHash ?? before;
        if (passwordHash === undefined) throw new FieldError({ password: messageKey('required') });
        const phone = phoneFingerprints(fingerprint, phoneNumber);
        const address = fingerprint('email', emailCanonical);
        const account = { name, email, emailCanonical, phoneNumber, passwordHash, language, address, phone, now };
        const { accountId, ...taken } = await registerAccount(tx, account);
        const refusal = takenRefusal(taken);
        if (refusal) throw refusal;
        await recordClientHints(tx, { accountId, event: 'register', client, now });
        return deps.sendEmailCode(tx, { accountId, name, email, emailCanonical, language }, client.network, now);
      });
    },
    info: async (userId) => {
      const info = await readInfo(db, userId);
      // The account was erased after the gate's check.
      if (!info) throw new AppError('auth.expired');
      const { verified, ...user } = info;
      return {
        ...user,
        verifications: VERIFICATION_TYPES.map((type) => ({ type, verified: verified.includes(type) })),
      };
    },
  };
};
