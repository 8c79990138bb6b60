import { randomUUID } from 'node:crypto';
import type { addEntry, Entry } from '@laurel/contracts/calls/entries';
import { messageKey } from '@laurel/contracts/messages';
import type { Db } from '@laurel/database/client';
import type { z } from 'zod';
import { AppError, FieldError, notAVoter } from '../../app-error.ts';
import type { SessionUserId } from '../../http/gate.ts';
import { charge, type MemoryLimit } from '../../http/memory-limit.ts';
import { type Outcome, putEntry, type Rules, withdrawEntry } from './store.ts';

type Deps = {
  db: Db;
  /** The rules of the edition, and whether people may enter now; undefined if it has no nominating. */
  rules(now: Date): (Rules & { isOpen: boolean }) | undefined;
  /** The names of a category's nominees in all languages; undefined if there is no such category. */
  namesIn(nomination: string, niche: string): readonly string[] | undefined;
  perAccount: MemoryLimit;
};

export type Entries = {
  /**
   * Stores what a person puts forward. With `replaces` it takes the place of their entry of that id.
   * @throws AppError entry.not_open, entry.exists, phone.unverified, social.unverified, auth.expired, limit.exceeded, request.not_found
   *   (there is no such entry to replace); FieldError if there is no such category, or the name is on its list
   */
  put(userId: SessionUserId, given: z.output<typeof addEntry.body>, now: Date): Promise<Entry>;
  /** @throws AppError entry.not_open, request.not_found */
  withdraw(userId: SessionUserId, id: string, now: Date): Promise<void>;
};

const REFUSALS: Record<Exclude<Outcome, 'A'>, () => AppError> = {
  E: () => new AppError('entry.exists'),
  N: () => new AppError('request.not_found'),
  C: () => new AppError('entry.not_open'),
  S: () => new AppError('auth.expired'),
  P: () => notAVoter(false, true),
  O: () => notAVoter(true, false),
  B: () => notAVoter(false, false),
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const requireStored = (outcome: Outcome = 'N'): void => {
  if (outcome !== 'A') throw REFUSALS[outcome]();
};
const folded = (name: string): string => name.normalize('NFKC').toLowerCase();

/** The rules of nominating. */
export const createEntries = ({ db, rules, namesIn, perAccount }: Deps): Entries => {
  const requireOpen = (userId: SessionUserId, now: Date): Rules => {
    charge(perAccount, userId, now.getTime());
    const current = rules(now);
    if (!current?.isOpen) throw new AppError('entry.not_open');
    return current;
  };
  return {
    put: async (userId, { replaces, link = null, why = null, ...given }, now) => {
      const current = requireOpen(userId, now);
      const names = namesIn(given.nomination, given.niche);
      if (!names) throw new FieldError({ niche: messageKey('entryCategory') });
      if (names.some((name) => folded(name) === folded(given.name)))
        throw new FieldError({ name: messageKey('entryNominee') });
      if (replaces !== undefined && !UUID.test(replaces)) throw new AppError('request.not_found');
      const entry = { id: replaces ?? randomUUID(), ...given, link, why };
      requireStored(await putEntry(db, userId, entry, { changes: replaces !== undefined, rules: current, now }));
      return entry;
    },
    withdraw: async (userId, id, now) => {
      const { closesAt } = requireOpen(userId, now);
      requireStored(UUID.test(id) ? await withdrawEntry(db, userId, id, { closesAt, now }) : 'N');
    },
  };
};
