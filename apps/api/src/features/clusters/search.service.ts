import type { Queryable } from '@laurel/database/queryable';
import { findClusters } from './clusters.policy.ts';
import { isNewSinceSearch, readDecided, readFacts, readVotes, storeClusters } from './store.ts';
import type { CastVote, VoterFacts } from './voters.policy.ts';

/** A vote can be read so much later than its time. */
const LATE_MS = 60_000;

/** What was read: votes by their times, and what is known of those who cast them. `decided` changes with an exclusion or a new edition. */
type Held = { decided: string; facts: Map<string, VoterFacts>; votes: CastVote[] };

/** Reads what is new, or everything if an exclusion was applied or undone. */
const readOn = async (db: Queryable, held: Held | undefined): Promise<Held> => {
  const decided = await readDecided(db);
  const { facts, votes }: Held = held?.decided === decided ? held : { decided, facts: new Map(), votes: [] };
  const since = (votes.at(-1)?.at ?? LATE_MS) - LATE_MS;
  votes.length = votes.findLastIndex(({ at }) => at < since) + 1;
  for (const each of await readFacts(db, new Date(since))) facts.set(each.voter, each);
  for (const each of await readVotes(db, new Date(since))) votes.push(each);
  return { decided, facts, votes };
};

/**
 * Searches all counted votes of the edition, and stores what is found. Does nothing if none changed since the last search. It holds
 * what it read for the next search; what else changes about people is known after a new start.
 */
export const createSearch = (): ((db: Queryable, now: Date) => Promise<void>) => {
  let held: Held | undefined;
  return async (db, now) => {
    if (!(await isNewSinceSearch(db))) return;
    held = await readOn(db, held);
    const { clusters, compared } = findClusters([...held.facts.values()], held.votes);
    await storeClusters(db, { found: clusters, compared, now });
  };
};
