import { FEW_PEOPLE } from '@laurel/contracts/console/exclusion-records';
import type { Organiser } from '@laurel/database/audit';
import type pg from 'pg';
import { type Concerned, readConcerned } from './held.store.ts';
import type { Exclusion, Selection } from './policy.ts';
import { criteriaOf, peopleAndTimesIn, peopleIn } from './selection.policy.ts';
import { inTransactionOn, type Look, readMatching, readOthers, recordRehearsal } from './store.ts';

type Deps = {
  /** Connections for selections, which read whole tables. */
  longPool: pg.Pool;
  now(): Date;
};

/** What a preview shows. */
type Shown = { exclusion: { votes: number; voters: number }; sample: readonly Concerned[] };

export type Looks = {
  /**
   * Records that an organiser sees how people voted: with the accounts, if a selection names them, or if those that
   * match or those that are left are few. A refusal shows this, too: if no vote matches, these people voted for others.
   */
  record(selection: Selection, organiser: Organiser, shown?: Shown): Promise<void>;
  /** Records that an organiser sees how the few people of a stored exclusion voted. */
  recordStored(exclusion: Exclusion, organiser: Organiser): Promise<void>;
};

/** Creates the service that records who looked at votes. */
export const createLooks = ({ longPool, now }: Deps): Looks => {
  /** The accounts that a function finds, if they are few. */
  const few = async (read: typeof readMatching, selection: Selection): Promise<string[]> => {
    const found = await inTransactionOn(longPool, false, (db) => read(db, selection, FEW_PEOPLE));
    return found.length < FEW_PEOPLE ? found : [];
  };

  const matching = async (selection: Selection, shown?: Shown): Promise<string[]> => {
    if ((shown?.exclusion.voters ?? 0) >= FEW_PEOPLE) return [];
    const people = peopleIn(selection);
    const found = people ? await few(readMatching, people) : [];
    return found.length > 0 ? found : (shown?.sample ?? []).map(({ accountId }) => accountId);
  };

  const write = (look: Look, organiser: Organiser): Promise<void> =>
    inTransactionOn(longPool, true, (db) => recordRehearsal(db, look, organiser, now()));

  return {
    record: async (selection, organiser, shown) => {
      const left = await few(readOthers, peopleAndTimesIn(selection));
      const { votes, voters: people } = shown?.exclusion ?? {};
      const accounts = [...(await matching(selection, shown)), ...left, ...(selection.accounts ?? [])];
      const detail = { criteria: criteriaOf(selection), votes, people };
      await write({ accounts, voters: selection.voters, detail }, organiser);
    },
    recordStored: async ({ id, votes, voters }, organiser) => {
      const { people } = await readConcerned(longPool, { id, limit: FEW_PEOPLE });
      const accounts = people.map(({ accountId }) => accountId);
      await write({ accounts, detail: { exclusion: id, votes, people: voters } }, organiser);
    },
  };
};
