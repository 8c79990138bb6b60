import type { Tried } from '@laurel/contracts/console/calls/voters';
import type { Db, Transact, Tx } from '@laurel/database/client';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import type { Fingerprint } from '../../crypto/keyring.ts';
import type { LimitRule } from '../../http/limits/port.ts';
import type { Outbox } from '../../jobs/port.ts';
import { CLAIM_HOLD_MS } from '../../limits.ts';
import {
  type Change,
  changeEmail,
  eraseAccount,
  type PersonalData,
  readContact,
  readOwner,
  recordRead,
  resetTwoFactor,
  restoreAccount,
  revealAccount,
  signOutAccount,
  suspendAccount,
  unlockAccount,
} from './changes.store.ts';
import { languageOf, maskPhone } from './policy.ts';
import { type AccountRow, type Proof, readAccount, readCounters, readProofs } from './store.ts';

/** A named counter of an account's attempts. A key that ends with a colon means all keys with this prefix. */
export type Counter = { what: Tried; name: string; key: string; rule: LimitRule };

/** An account as support may see it: without secrets, with masked personal data. */
export type AccountSummary = Omit<AccountRow, 'email' | 'emailCanonical' | 'phone'> & {
  email: string | null;
  phone: string | null;
  proofs: Proof[];
  /** Counted attempts; `locked`: further ones are rejected until `until`. */
  tries: { what: Tried; name: string; count: number; limit: number; locked: boolean; until: Date }[];
};

type Deps = {
  /** The database in the role of the application or of the console. Changes are made by functions of the database. */
  db: Db;
  /** Runs a change, and repeats it if it conflicted with another change of the account. */
  transact: Transact;
  outbox: Pick<Outbox, 'mail'>;
  fingerprint: Fingerprint;
  maskEmail(email: string): string;
  /** The address in canonical form. @throws FieldError for an invalid or disposable address */
  acceptEmail(email: string): string;
  /** The counters of an account that is not erased. */
  countersOf(account: { id: string; emailCanonical: string; phone: string | null }): readonly Counter[];
};

/** Each change returns false, and changes nothing, for an erased or unknown account. */
export type Support = {
  /** An account as support may see it, also an erased one. */
  summary(id: string, now: Date): Promise<AccountSummary | undefined>;
  /** The ids of those accounts of which a counter is full. */
  locked(accounts: readonly Pick<AccountRow, 'id' | 'emailCanonical' | 'phone'>[], now: Date): Promise<Set<string>>;
  /** Records that a person reads the details of an account; false if there is no such account. */
  noteReading(reading: { id: string; actor: string; now: Date }): Promise<boolean>;
  /** The personal data of an account, not masked. Records the request in the audit log. */
  reveal(change: Change): Promise<PersonalData | undefined>;
  /** Clears the counts of wrong codes, wrong passwords and all other attempts. The person gets a mail. */
  unlock(change: Change): Promise<boolean>;
  /** Removes two-factor, to be set up again at the next login; ends all sessions. The person gets a mail. */
  resetTwoFactor(change: Change): Promise<boolean>;
  /**
   * Gives the account another address, and ends all sessions. A mail goes to both. What was proven counts as before.
   * @throws AppError account.email_taken; FieldError for an invalid or disposable address
   */
  changeEmail(change: Change & { email: string }): Promise<boolean>;
  /** Ends all sessions and forgets all devices. */
  signOut(change: Change): Promise<boolean>;
  /** Suspends the account until it is restored: no login, no vote; its votes stay. False also when it is suspended. */
  suspend(change: Change): Promise<boolean>;
  /** Lifts a suspension; the user logs in again. False also when there is none. */
  restore(change: Change): Promise<boolean>;
  /** Erases personal data and keeps the votes; deletes an account that verified nothing. */
  erase(change: Change): Promise<'erased' | 'deleted' | false>;
};

/**
 * The actions of organisers on one account. Each change and its entry in the audit log are one function of the
 * database.
 */
export const createSupport = (deps: Deps): Support => {
  const { db, transact, outbox, fingerprint, maskEmail, countersOf } = deps;

  /** Mails the owner of a confirmed address what the team did, so that a change that nobody asked for is noticed. */
  const tell = async (tx: Tx, id: string, kind: 'account_unlocked' | 'two_factor_reset'): Promise<void> => {
    const owner = await readOwner(tx, id);
    if (!owner) return;
    const { email: to, name, language } = owner;
    await outbox.mail(tx, { to, language: languageOf(language), accountId: id, message: { kind, name } });
  };

  const countersOfRow = ({ id, emailCanonical, phone }: Pick<AccountRow, 'id' | 'emailCanonical' | 'phone'>) =>
    emailCanonical === null ? [] : countersOf({ id, emailCanonical, phone });

  return {
    summary: async (id, now) => {
      const account = await readAccount(db, id, now);
      if (!account) return undefined;
      const counters = countersOfRow(account);
      const keys = counters.map(({ key }) => key);
      const counts = await readCounters(db, keys, now);
      const { email, phone, emailCanonical: _emailCanonical, ...rest } = account;
      return {
        ...rest,
        email: email && maskEmail(email),
        phone: phone && maskPhone(phone),
        proofs: await readProofs(db, id),
        tries: counters.flatMap(({ what, name, key, rule }) => {
          const counter = counts.get(key);
          if (!counter) return [];
          const { points: count, expiresAt: until } = counter;
          return [{ what, name, count, limit: rule.limit, locked: count >= rule.limit, until }];
        }),
      };
    },

    locked: async (accounts, now) => {
      const counters = accounts.flatMap((account) =>
        countersOfRow(account).map((each) => ({ ...each, id: account.id })),
      );
      const keys = counters.map(({ key }) => key);
      const counts = await readCounters(db, keys, now);
      const full = counters.filter(({ key, rule }) => (counts.get(key)?.points ?? 0) >= rule.limit);
      return new Set(full.map(({ id }) => id));
    },

    noteReading: (reading) => recordRead(db, reading),
    reveal: (change) => revealAccount(db, change),

    unlock: async (change) => {
      const contact = await readContact(db, change.id);
      if (!contact) return false;
      const counters = countersOf({ id: change.id, ...contact });
      const [names, keys] = [counters.map(({ name }) => name), counters.map(({ key }) => key)];
      return transact(async (tx) => {
        const done = await unlockAccount(tx, { ...change, names, keys });
        if (done) await tell(tx, change.id, 'account_unlocked');
        return done;
      });
    },
    resetTwoFactor: (change) =>
      transact(async (tx) => {
        const done = await resetTwoFactor(tx, change);
        if (done) await tell(tx, change.id, 'two_factor_reset');
        return done;
      }),
    changeEmail: async ({ email, ...change }) => {
      const addressOf = (canonical: string) => ({ canonical, hash: fingerprint('email', canonical) });
      const to = { email, ...addressOf(deps.acceptEmail(email)) };
      const from = (await readContact(db, change.id))?.emailCanonical;
      if (from === undefined) return false;
      const staleSince = after(change.now, -CLAIM_HOLD_MS);
      return transact(async (tx) => {
        const moved = await changeEmail(tx, { ...change, from: addressOf(from), to, staleSince });
        if (moved === undefined) throw new AppError('console.changed');
        if (moved.outcome === 'taken') throw new AppError('account.email_taken');
        for (const [address, isNew] of [
          [moved.before, false],
          [email, true],
        ] as const) {
          const message = { kind: 'address_changed' as const, name: moved.name, isNew };
          const language = languageOf(moved.language);
          await outbox.mail(tx, { to: address, language, accountId: change.id, message });
        }
        return true;
      });
    },
    signOut: (change) => transact((tx) => signOutAccount(tx, change)),
    suspend: (change) => transact((tx) => suspendAccount(tx, change)),
    restore: (change) => transact((tx) => restoreAccount(tx, change)),

    erase: async (change) => {
      const address = (await readContact(db, change.id))?.emailCanonical;
      if (address === undefined) return false;
      const addressHash = fingerprint('email', address);
      return (await transact((tx) => eraseAccount(tx, { ...change, address, addressHash }))) ?? false;
    },
  };
};
