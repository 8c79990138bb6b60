import { setTimeout as sleep } from 'node:timers/promises';
import { PROOF_TTL_MS } from '@laurel/contracts/limits';
import { FLOOD_WORKS, type FloodWork } from '@laurel/contracts/proof';
import type { Db } from '@laurel/database/client';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import { createPool } from '../../concurrency/pool.ts';
import {
  costOf,
  type FloodRules,
  fadedHeat,
  type Heat,
  levelOf,
  limitOf,
  type ProofRefusal,
  placesOf,
  SITE,
  termsRefusal,
  worthTelling,
} from './policy.ts';
import { judgeProof, poseChallenge, readProof } from './proof.policy.ts';
import { type Asked, addHeat, readFlooded, spendProof } from './store.ts';

/** What was asked for is told, and what is flooded read, this often, milliseconds. */
const TELL_EVERY_MS = 1_000;
/** Networks that a process counts by itself. Beyond that many only the count over all goes on, which has risen by then. */
const MOST_NETWORKS = 20_000;
/** A count that has faded to this is forgotten. */
const FORGOTTEN = 0.5;
/** Proofs are judged a few at a time: each takes a thread that passwords need too. */
const JUDGES = { atOnce: 2, maxWaiting: 200 };
/** Where a flood is: over all, or in networks of its own. */
export type FloodScope = 'site' | 'network';

type Deps = {
  db: Db;
  rules: FloodRules;
  /** What challenges are signed with, the current secret first. */
  secrets: readonly [string, ...string[]];
  now(): Date;
  /** Hears of a flood whenever its level changes; 0 is the end of it. */
  onLevel(work: FloodWork, scope: FloodScope, level: number): void;
  /** Hears what became of each request in a flood. */
  onAsked(work: FloodWork, outcome: 'challenged' | 'admitted' | 'refused'): void;
  /** Hears once of an outage in which counts can't be told. */
  trouble(error: unknown): void;
};

export type FloodControl = {
  /** Lets a request in, or asks for a proof of work. @throws AppError proof.needed, server.unavailable */
  admit(work: FloodWork, ask: { network: string; proof: string | undefined }, now: Date): Promise<void>;
  /** Tells the other processes what was asked for here, and reads what is flooded; each does so once a second. */
  sync(now: Date): Promise<void>;
  start(): void;
  close(): Promise<void>;
};

const keyOf = (work: string, network: string): string => `${work} ${network}`;

/** Counts the work that attackers flood us with, and asks for a proof of work while they do. */
export const createFloods = (deps: Deps): FloodControl => {
  const { db, rules, secrets } = deps;
  const inLine = createPool(JUDGES);
  const stopping = new AbortController();
  const untold = new Map<FloodWork, number>();
  const networks = new Map<string, Heat & { work: FloodWork; network: string }>();
  const levels = new Map<string, number>();
  let flooded: ReadonlyMap<string, Heat> = new Map();
  let telling: Promise<void> | undefined;

  const levelAt = (work: FloodWork, network: string, now: Date): number => {
    const flood = flooded.get(keyOf(work, network));
    return flood ? levelOf(fadedHeat(flood, now), limitOf(rules, work, network)) : 0;
  };

  const count = (work: FloodWork, network: string, now: Date): void => {
    untold.set(work, (untold.get(work) ?? 0) + 1);
    for (const place of placesOf(network)) {
      const key = keyOf(work, place);
      const known = networks.get(key);
      if (!known && networks.size >= MOST_NETWORKS) return;
      networks.set(key, { work, network: place, heat: (known ? fadedHeat(known, now) : 0) + 1, at: now });
    }
  };

  /** What is worth telling; it counts from nought here from then on. */
  const takeUntold = (now: Date): Asked[] => {
    const asked: Asked[] = [...untold].map(([work, added]) => ({
      work,
      network: SITE,
      count: added,
      limit: limitOf(rules, work, SITE),
    }));
    untold.clear();
    for (const [key, { work, network, ...counted }] of networks) {
      const heat = fadedHeat(counted, now);
      const limit = limitOf(rules, work, network);
      const isTold = heat >= worthTelling(limit);
      if (isTold) asked.push({ work, network, count: heat, limit });
      if (isTold || heat < FORGOTTEN) networks.delete(key);
    }
    return asked;
  };

  /** Says what has changed: of networks only how hard the worst is flooding, never which. */
  const report = (now: Date): void => {
    const worst = new Map<string, number>();
    for (const [key] of flooded) {
      const [work = '', network = SITE] = key.split(' ');
      const known = FLOOD_WORKS.find((each) => each === work);
      if (!known) continue;
      const place = keyOf(work, network === SITE ? 'site' : 'network');
      worst.set(place, Math.max(worst.get(place) ?? 0, levelAt(known, network, now)));
    }
    for (const work of FLOOD_WORKS) {
      for (const scope of ['site', 'network'] as const) {
        const place = keyOf(work, scope);
        const level = worst.get(place) ?? 0;
        if (level === (levels.get(place) ?? 0)) continue;
        levels.set(place, level);
        deps.onLevel(work, scope, level);
      }
    }
  };

  const sync = async (now: Date): Promise<void> => {
    const asked = takeUntold(now);
    // What an outage swallows is no loss: nothing of that work is done without the database.
    if (asked.length > 0) await addHeat(db, asked, now);
    const rows = await readFlooded(db);
    flooded = new Map(rows.map(({ work, network, ...heat }) => [keyOf(work, network), heat]));
    report(now);
  };

  const tell = async (): Promise<void> => {
    let isOut = false;
    while (!stopping.signal.aborted) {
      try {
        await sync(deps.now());
        isOut = false;
      } catch (error) {
        if (!isOut) deps.trouble(error);
        isOut = true;
      }
      await sleep(TELL_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };

  /** What is wrong with a proof; where nothing is, it is taken. */
  const judge = async (
    header: string,
    asked: { work: FloodWork; level: number },
    now: Date,
  ): Promise<ProofRefusal | undefined> => {
    const proof = readProof(header);
    if (!proof) return 'unreadable';
    const refusal = termsRefusal(proof, asked, now);
    if (refusal) return refusal;
    const judged = await inLine(() => judgeProof(proof, secrets));
    if (judged !== 'solved') return judged;
    const { nonce, expiresAt } = proof.challenge.parameters;
    return (await spendProof(db, nonce, new Date(expiresAt * 1_000))) ? undefined : 'used';
  };

  return {
    admit: async (work, { network, proof }, now) => {
      const level = Math.max(...[SITE, ...placesOf(network)].map((place) => levelAt(work, place, now)));
      if (level === 0) return count(work, network, now);
      const refused = proof === undefined ? undefined : await judge(proof, { work, level }, now);
      if (proof !== undefined && refused === undefined) return deps.onAsked(work, 'admitted');
      // What is let in was counted when it was asked to prove itself.
      count(work, network, now);
      deps.onAsked(work, refused ? 'refused' : 'challenged');
      const terms = { work, level, cost: costOf(level), expiresAt: after(now, PROOF_TTL_MS) };
      throw new AppError('proof.needed', {
        data: { challenge: await poseChallenge(terms, secrets[0]) },
        ...(refused ? { metadata: { refused } } : {}),
      });
    },
    sync,
    start: () => {
      telling ??= tell();
    },
    close: async () => {
      stopping.abort();
      await telling;
    },
  };
};
