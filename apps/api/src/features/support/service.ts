import type { Organiser, RecordAudit } from '@laurel/database/audit';
import type { Db, Transact, Tx } from '@laurel/database/client';
import type { Fingerprint } from '../../crypto/keyring.ts';
import type { LimitRule, RateLimits } from '../../http/limits/port.ts';
import type { Sessions } from '../account/sessions.port.ts';
import type { Codes } from '../codes/port.ts';
import type { TwoFactor } from '../two-factor/port.ts';
import { maskPhone } from './policy.ts';
import {
  type AccountRow,
  deleteUnproven,
  eraseAccount,
  type Happening,
  holdForErasure,
  type Proof,
  readAccount,
  readCounters,
  readHappenings,
  readProofs,
  restoreAccount,
  suspendAccount,
} from './store.ts';

/** A counter of an account's tries, and what it is called; a key that ends with a colon is all those beneath it. */
export type Counter = { name: string; key: string; rule: LimitRule };

/** What support may see of an account: nothing secret, and of what is personal no more than its owner needs to know it by. */
export type Standing = Omit<AccountRow, 'email' | 'emailCanonical' | 'phone'> & {
  email: string | null;
  phone: string | null;
  proofs: Proof[];
  /** Tries that were counted; `locked` where no more are let in before `until`. */
  tries: { name: string; count: number; limit: number; locked: boolean; until: Date }[];
  happenings: Happening[];
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

/** What an organiser does to an account, and when; false where it is erased, or was never there: then nothing was done. */
type Change = { id: string; organiser: Organiser; now: Date };

export type Support = {
  /** The id of the account with this email address or phone number. */
  find(login: string, now: Date): Promise<string | undefined>;
  /** An account as support may see it, an erased one too. */
  standing(id: string, now: Date): Promise<Standing | undefined>;
  /** Forgets wrong codes, wrong passwords and every other count of tries. */
  unlock(change: Change): Promise<boolean>;
  /** Takes two-factor away, to be set up anew at the next login; ends every session. */
  resetTwoFactor(change: Change): Promise<boolean>;
  /** Ends every session and forgets every device. */
  signOut(change: Change): Promise<boolean>;
  /** Suspends the account until it is restored: no login, no vote; its votes stay. False also where it is suspended. */
  suspend(change: Change): Promise<boolean>;
  /** Lifts a suspension; the person logs in again. False also where there is none. */
  restore(change: Change): Promise<boolean>;
  /** Erases the person and keeps the votes; an account that never proved anything is deleted. */
  erase(change: Change): Promise<'erased' | 'deleted' | false>;
};

/** What organisers do for one person who asks for help. Each change stands with its entry in the audit log, or not at all. */
export const createSupport = (deps: Deps): Support => {
  const { db, transact, recordAudit } = deps;

  const tellingCounters = ({ id, emailCanonical }: AccountRow): readonly Counter[] =>
    emailCanonical === null ? [] : deps.countersOf({ id, emailCanonical });

  /** Changes an account that is alive, and writes that down. */
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

    standing: async (id, now) => {
      const account = await readAccount(db, id, now);
      if (!account) return undefined;
      const counters = tellingCounters(account);
      const full = await readCounters(
        db,
        counters.map(({ key }) => key),
        now,
      );
      const { email, phone, emailCanonical: _emailCanonical, ...rest } = account;
      return {
        ...rest,
        email: email && deps.maskEmail(email),
        phone: phone && maskPhone(phone),
        proofs: await readProofs(db, id),
        tries: counters.flatMap(({ name, key, rule }) => {
          const counter = full.get(key);
          if (!counter) return [];
          const { points: count, expiresAt: until } = counter;
          return [{ name, count, limit: rule.limit, locked: count >= rule.limit, until }];
        }),
        happenings: await readHappenings(db, id, now),
      };
    },

    unlock: (ask) =>
      change(ask, 'user.unlock', async (tx, account) => {
        const counters = tellingCounters(account);
        const keys = counters.map(({ key }) => key);
        const full = await readCounters(tx, keys, ask.now);
        await deps.codes.unlock(tx, ask.id);
        for (const key of keys) await deps.limits.clear(tx, key);
        return Object.fromEntries(
          counters.flatMap(({ name, key }) => {
            const counter = full.get(key);
            return counter ? [[name, counter.points]] : [];
          }),
        );
      }),

    resetTwoFactor: (ask) =>
      change(ask, 'user.reset-two-factor', async (tx, { sessions }) => {
        await deps.twoFactor.reset(tx, ask.id, ask.now);
        return { sessions };
      }),

    signOut: (ask) =>
      change(ask, 'user.sign-out', async (tx, { sessions, devices }) => {
        await deps.sessions.endAll(tx, ask.id, ask.now);
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
        const emailCanonical = await holdForErasure(tx, id);
        if (emailCanonical === undefined) return false;
        const outcome = (await deleteUnproven(tx, id)) ? 'deleted' : 'erased';
        if (outcome === 'erased') await eraseAccount(tx, id, deps.fingerprint('email', emailCanonical), now);
        const note = { action: 'user.erase', subject: `account ${id}`, detail: { outcome } };
        await recordAudit(tx, { ...organiser, ...note }, now);
        return outcome;
      }),
  };
};
