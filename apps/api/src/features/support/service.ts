import type { Organiser, RecordAudit } from '@laurel/database/audit';
import type { Db, Transact, Tx } from '@laurel/database/client';
import type { Fingerprint } from '../../crypto/keyring.ts';
import type { LimitRule, RateLimits } from '../../http/limits/port.ts';
import type { Sessions } from '../account/sessions.port.ts';
import type { Codes } from '../codes/port.ts';
import type { TwoFactor } from '../two-factor/port.ts';
import { maskPhone } from './policy.ts';
import {
  type AccountEvent,
  type AccountRow,
  deleteUnproven,
  eraseAccount,
  lockForErasure,
  type Proof,
  readAccount,
  readCounters,
  readEvents,
  readProofs,
  restoreAccount,
  suspendAccount,
} from './store.ts';

/** A named counter of an account's attempts. A key that ends with a colon means all keys with this prefix. */
export type Counter = { name: string; key: string; rule: LimitRule };

/** An account as support may see it: without secrets, with masked personal data. */
export type AccountSummary = Omit<AccountRow, 'email' | 'emailCanonical' | 'phone'> & {
  email: string | null;
  phone: string | null;
  proofs: Proof[];
  /** Counted attempts; `locked`: further ones are rejected until `until`. */
  tries: { name: string; count: number; limit: number; locked: boolean; until: Date }[];
  events: AccountEvent[];
};

type Deps = {
  db: Db;
  transact: Transact;
  codes: Pick<Codes, 'unlock'>;
  twoFactor: Pick<TwoFactor, 'reset'>;
  sessions: Pick<Sessions, 'endAll'>;
  limits: Pick<RateLimits, 'clear'>;
  fingerprint: Fingerprint;
  recordAudit: RecordAudit;
  maskEmail(email: string): string;
  /** The counters of an account that is not erased. */
  countersOf(account: { id: string; emailCanonical: string }): readonly Counter[];
  findByLogin(login: string, now: Date): Promise<{ id: string } | undefined>;
};

/** A change of an account by an organiser. Each returns false, and changes nothing, for an erased or unknown account. */
type Change = { id: string; organiser: Organiser; now: Date };

export type Support = {
  /** The id of the account with this email address or phone number. */
  find(login: string, now: Date): Promise<string | undefined>;
  /** An account as support may see it, also an erased one. */
  summary(id: string, now: Date): Promise<AccountSummary | undefined>;
  /** Clears the counts of wrong codes, wrong passwords and all other attempts. */
  unlock(change: Change): Promise<boolean>;
  /** Removes two-factor, to be set up again at the next login; ends all sessions. */
  resetTwoFactor(change: Change): Promise<boolean>;
  /** Ends all sessions and forgets all devices. */
  signOut(change: Change): Promise<boolean>;
  /** Suspends the account until it is restored: no login, no vote; its votes stay. False also when it is suspended. */
  suspend(change: Change): Promise<boolean>;
  /** Lifts a suspension; the user logs in again. False also when there is none. */
  restore(change: Change): Promise<boolean>;
  /** Erases personal data and keeps the votes; deletes an account that verified nothing. */
  erase(change: Change): Promise<'erased' | 'deleted' | false>;
};

/** The actions of organisers on one account. Each change and its entry in the audit log are one transaction. */
export const createSupport = (deps: Deps): Support => {
  const { db, transact, recordAudit } = deps;

  const countersOf = ({ id, emailCanonical }: AccountRow): readonly Counter[] =>
    emailCanonical === null ? [] : deps.countersOf({ id, emailCanonical });

  /** Changes an account that is not erased, and records the change in the audit log. */
  const change = (
    { id, organiser, now }: Change,
    action: string,
    work: (tx: Tx, account: AccountRow) => Promise<Record<string, number>>,
  ): Promise<boolean> =>
    transact(async (tx) => {
      const account = await readAccount(tx, id, now);
      if (!account || account.erasedAt) return false;
      const detail = await work(tx, account);
      await recordAudit(tx, { ...organiser, action, subject: `account ${id}`, detail }, now);
      return true;
    });

  return {
    find: async (login, now) => (await deps.findByLogin(login, now))?.id,

    summary: async (id, now) => {
      const account = await readAccount(db, id, now);
      if (!account) return undefined;
      const counters = countersOf(account);
      const keys = counters.map(({ key }) => key);
      const counts = await readCounters(db, keys, now);
      const { email, phone, emailCanonical: _emailCanonical, ...rest } = account;
      return {
        ...rest,
        email: email && deps.maskEmail(email),
        phone: phone && maskPhone(phone),
        proofs: await readProofs(db, id),
        tries: counters.flatMap(({ name, key, rule }) => {
          const counter = counts.get(key);
          if (!counter) return [];
          const { points: count, expiresAt: until } = counter;
          return [{ name, count, limit: rule.limit, locked: count >= rule.limit, until }];
        }),
        events: await readEvents(db, id, now),
      };
    },

    unlock: (request) =>
      change(request, 'user.unlock', async (tx, account) => {
        const counters = countersOf(account);
        const keys = counters.map(({ key }) => key);
        const counts = await readCounters(tx, keys, request.now);
        await deps.codes.unlock(tx, request.id);
        for (const key of keys) await deps.limits.clear(tx, key);
        return Object.fromEntries(
          counters.flatMap(({ name, key }) => {
            const counter = counts.get(key);
            return counter ? [[name, counter.points]] : [];
          }),
        );
      }),

    resetTwoFactor: (request) =>
      change(request, 'user.reset-two-factor', async (tx, { sessions }) => {
        await deps.twoFactor.reset(tx, request.id, request.now);
        return { sessions };
      }),

    signOut: (request) =>
      change(request, 'user.sign-out', async (tx, { sessions, devices }) => {
        await deps.sessions.endAll(tx, request.id, request.now);
        return { sessions, devices };
      }),

    suspend: ({ id, organiser, now }) =>
      transact(async (tx) => {
        if (!(await suspendAccount(tx, id, now))) return false;
        const account = await readAccount(tx, id, now);
        await deps.sessions.endAll(tx, id, now);
        const detail = { sessions: account?.sessions ?? 0 };
        await recordAudit(tx, { ...organiser, action: 'user.suspend', subject: `account ${id}`, detail }, now);
        return true;
      }),

    restore: ({ id, organiser, now }) =>
      transact(async (tx) => {
        if (!(await restoreAccount(tx, id))) return false;
        await recordAudit(tx, { ...organiser, action: 'user.restore', subject: `account ${id}` }, now);
        return true;
      }),

    erase: ({ id, organiser, now }) =>
      transact(async (tx) => {
        const emailCanonical = await lockForErasure(tx, id);
        if (emailCanonical === undefined) return false;
        const outcome = (await deleteUnproven(tx, id)) ? 'deleted' : 'erased';
        if (outcome === 'erased') await eraseAccount(tx, id, deps.fingerprint('email', emailCanonical), now);
        const note = { action: 'user.erase', subject: `account ${id}`, detail: { outcome } };
        await recordAudit(tx, { ...organiser, ...note }, now);
        return outcome;
      }),
  };
};
