import type { Voter } from '@laurel/api/rehearsal/voters';
import type { Statement } from '@laurel/support/ledger/compare';
import type { Entry } from '@laurel/support/ledger/entries';
import {
  compareExclusions,
  STORED_EXCLUSIONS,
  type StepEntry,
  type StoredExclusion,
} from '@laurel/support/ledger/exclusions';
import { createRepeat } from './repeat.ts';

const PAUSE_MS = 1_000;
/** The voters of an exclusion. */
const VOTERS = 10;
const PROPOSE = `SELECT propose_exclusion($1, '{"en": "One person cast them.", "uk": "Їх віддала одна людина."}', 'a test', NULL, 1::int2, 'a test', clock_timestamp()) AS made`;
const APPLY = `SELECT apply_exclusion($1, $2, 'a test', 'a test', clock_timestamp()) AS made`;
/** The addresses of the people whose votes an exclusion holds. */
const PEOPLE = `
  SELECT DISTINCT e.exclusion_id AS id, a.email FROM excluded_votes e JOIN accounts a USING (voter_id) WHERE e.exclusion_id = ANY ($1)`;

/**
 * An organiser who leaves votes out while faults happen: proposes an exclusion, applies it, and undoes every second one.
 * A step whose end is unknown is not repeated.
 * @param statement runs on the primary within a time; an error says that it did not, or that its end is unknown
 */
export const createOrganiser = (statement: Statement) => {
  const entries: StepEntry[] = [];
  const { start, stop } = createRepeat(PAUSE_MS);

  const attempt = async <Made>(step: StepEntry['step'], id: number | undefined, ...call: [string, unknown[]]) => {
    try {
      const [row] = await statement<{ made: Made }>(...call);
      return row?.made;
    } catch {
      entries.push({ step, id, outcome: 'unclear' });
      return undefined;
    }
  };
  const take = async (step: 'apply' | 'undo', id: number): Promise<boolean> => {
    const made = await attempt<boolean>(step, id, APPLY, [id, step === 'undo']);
    if (made !== undefined) entries.push({ step, id, outcome: made ? 'done' : 'refused' });
    return made === true;
  };
  /** @returns whether there was a proposal */
  const exclude = async (accounts: readonly string[]): Promise<boolean> => {
    // Null: none of them has voted yet.
    const id = await attempt<number | null>('propose', undefined, PROPOSE, [JSON.stringify({ accounts })]);
    if (id === undefined || id === null) return false;
    entries.push({ step: 'propose', id, outcome: 'done' });
    if ((await take('apply', id)) && id % 2 === 0) await take('undo', id);
    return true;
  };

  return {
    start: (voters: readonly Voter[]): void => {
      let at = 0;
      start(async () => {
        const accounts = voters.slice(at, at + VOTERS).map(({ accountId }) => accountId);
        if (await exclude(accounts)) at = (at + VOTERS) % voters.length;
      });
    },
    stop,
    /** How many steps were acknowledged so far. */
    acknowledged: (): number => entries.filter(({ outcome }) => outcome === 'done').length,
    /** What is wrong with the stored exclusions. */
    compare: async (): Promise<string[]> =>
      compareExclusions(entries, await statement<StoredExclusion>(STORED_EXCLUSIONS)),
    /**
     * The mails about the exclusions after an id: one to each person whose votes are left out. Where votes count again there may
     * be two or, if the undo came first, none.
     */
    notices: async (after: number): Promise<Entry[]> => {
      const tried = new Map(
        Map.groupBy(
          entries.filter(({ step, id = 0 }) => step !== 'propose' && id > after),
          ({ id = 0 }) => id,
        ),
      );
      const people = await statement<{ id: number; email: string }>(PEOPLE, [[...tried.keys()]]);
      return people.flatMap(({ id, email }) =>
        (tried.get(id) ?? []).map(
          ({ outcome }, _, steps): Entry =>
            steps.length === 1 && outcome === 'done'
              ? { kind: 'promise', channel: 'email', to: email }
              : { kind: 'asked', to: email },
        ),
      );
    },
    lastId: (): number => Math.max(0, ...entries.map(({ id = 0 }) => id)),
  };
};

export type Organiser = ReturnType<typeof createOrganiser>;
