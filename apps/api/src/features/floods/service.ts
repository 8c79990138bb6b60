import { FLOOD_WORKS, type FloodWork } from '@laurel/contracts/proof';
import type { Db } from '@laurel/database/client';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import { createPoll } from '../../concurrency/poll.ts';
import { PROOF_TTL_MS } from '../../limits.ts';
import {
  checkTerms,
  costOf,
  type FloodRules,
  type Load,
  levelOf,
  limitOf,
  loadAt,
  networksOf,
  type ProofRejection,
  SITE,
  sharedFrom,
} from './policy.ts';
import { createProofChallenge, readProof } from './proof.policy.ts';
import { createProofCheck } from './proof.service.ts';
import { addLoad, type Counted, readFloods } from './store.ts';

/** How often counts are shared and floods are read, milliseconds. */
const SYNC_EVERY_MS = 1_000;
/** The most networks that a process counts. With more networks, the total is flooded anyway. */
const MAX_NETWORKS = 20_000;
/** A count that decayed below this value is dropped. */
const DROPPED_BELOW = 0.5;
/** Whether a flood is one in total, or one of single networks. */
export type FloodScope = 'site' | 'network';

type Deps = {
  db: Db;
  rules: FloodRules;
  /** The secrets with which challenges are signed, the current one first. */
  secrets: readonly [string, ...string[]];
  now(): Date;
  /** Called when the level of a flood changes; at 0 the flood is over. */
  onLevel(work: FloodWork, scope: FloodScope, level: number): void;
  /** Called with the outcome of each request during a flood. */
  onRequest(work: FloodWork, outcome: 'challenged' | 'admitted' | 'refused'): void;
  /** Called once per outage during which counts can't be shared. */
  onError(error: unknown): void;
};

export type FloodControl = {
  /**
   * Admits a request, or requires a proof of work.
   * @throws AppError proof.needed, limit.exceeded, server.unavailable
   */
  admit(work: FloodWork, request: { network: string; proof: string | undefined }, now: Date): Promise<void>;
  /** Shares the counts with the other processes and reads the current floods; runs every second after `start`. */
  sync(now: Date): Promise<void>;
  start(): void;
  close(): Promise<void>;
};

const keyOf = (work: string, network: string): string => `${work} ${network}`;

/** Creates the flood control: it counts requests for expensive work, and requires a proof of work during a flood. */
export const createFloods = (deps: Deps): FloodControl => {
  const { db, rules, secrets } = deps;
  const checkProof = createProofCheck(db, secrets);
  const unshared = new Map<FloodWork, number>();
  const networks = new Map<string, Load & { work: FloodWork; network: string }>();
  const levels = new Map<string, number>();
  let floods: ReadonlyMap<string, Load> = new Map();

  const levelAt = (work: FloodWork, network: string, now: Date): number => {
    const flood = floods.get(keyOf(work, network));
    return flood ? levelOf(loadAt(flood, now), limitOf(rules, work, network)) : 0;
  };

  /** Counts one request from a network. Returns whether the count of this process alone exceeds the network's limit. */
  const exceeds = (work: FloodWork, network: string, now: Date): boolean => {
    const key = keyOf(work, network);
    const counted = networks.get(key);
    if (!counted && networks.size >= MAX_NETWORKS) return false;
    const load = (counted ? loadAt(counted, now) : 0) + 1;
    networks.set(key, { work, network, load, at: now });
    return load > limitOf(rules, work, network);
  };

  /**
   * Counts a request. A request from a flooded network does not count in total, so that one network can't cause a flood
   * for everybody.
   */
  const count = (work: FloodWork, network: string, now: Date): void => {
    const isFlooded = networksOf(network)
      .map((each) => exceeds(work, each, now) || levelAt(work, each, now) > 0)
      .some(Boolean);
    if (!isFlooded) unshared.set(work, (unshared.get(work) ?? 0) + 1);
  };

  /** Removes and returns the counts to be shared. */
  const takeUnshared = (now: Date): Counted[] => {
    const shared = [...unshared].map(
      ([work, count]): Counted => ({ work, network: SITE, count, limit: limitOf(rules, work, SITE) }),
    );
    unshared.clear();
    for (const [key, { work, network, ...counted }] of networks) {
      const count = loadAt(counted, now);
      const limit = limitOf(rules, work, network);
      const isShared = count >= sharedFrom(limit);
      if (isShared) shared.push({ work, network, count, limit });
      if (isShared || count < DROPPED_BELOW) networks.delete(key);
    }
    return shared;
  };

  /** Reports changed levels. Of all networks it reports only the highest level, and not the network. */
  const report = (now: Date): void => {
    const highest = new Map<string, number>();
    for (const [key] of floods) {
      const [work = '', network = SITE] = key.split(' ');
      const known = FLOOD_WORKS.find((each) => each === work);
      if (!known) continue;
      const scoped = keyOf(work, network === SITE ? 'site' : 'network');
      highest.set(scoped, Math.max(highest.get(scoped) ?? 0, levelAt(known, network, now)));
    }
    for (const work of FLOOD_WORKS) {
      for (const scope of ['site', 'network'] as const) {
        const scoped = keyOf(work, scope);
        const level = highest.get(scoped) ?? 0;
        if (level === (levels.get(scoped) ?? 0)) continue;
        levels.set(scoped, level);
        deps.onLevel(work, scope, level);
      }
    }
  };

  const sync = async (now: Date): Promise<void> => {
    const counted = takeUnshared(now);
    // An outage of the database loses these counts. The work itself needs the database as well.
    if (counted.length > 0) await addLoad(db, counted, now);
    const rows = await readFloods(db);
    floods = new Map(rows.map(({ work, network, ...load }) => [keyOf(work, network), load]));
    report(now);
  };

  /**
   * Checks a proof and marks it as used.
   * @returns the reason for its rejection, or undefined
   */
  const check = async (
    header: string,
    required: { work: FloodWork; level: number; network: string },
    now: Date,
  ): Promise<ProofRejection | undefined> => {
    const proof = readProof(header);
    if (!proof) return 'unreadable';
    return checkTerms(proof, required, now) ?? checkProof(proof, required.network, now);
  };

  return {
    admit: async (work, { network, proof }, now) => {
      const level = Math.max(...[SITE, ...networksOf(network)].map((each) => levelAt(work, each, now)));
      if (level === 0) return count(work, network, now);
      const refused = proof === undefined ? undefined : await check(proof, { work, level, network }, now);
      if (proof !== undefined && refused === undefined) return deps.onRequest(work, 'admitted');
      // An admitted request is not counted, because the request that received its challenge was counted.
      count(work, network, now);
      deps.onRequest(work, refused ? 'refused' : 'challenged');
      const terms = { work, level, cost: costOf(level), expiresAt: after(now, PROOF_TTL_MS) };
      throw new AppError('proof.needed', {
        data: { challenge: await createProofChallenge(terms, secrets[0]) },
        ...(refused ? { metadata: { refused } } : {}),
      });
    },
    sync,
    ...createPoll(SYNC_EVERY_MS, () => sync(deps.now()), deps.onError),
  };
};
