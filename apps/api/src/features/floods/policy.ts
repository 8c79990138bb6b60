import type { FloodWork, Proof } from '@laurel/contracts/proof';
import { widerNetworkOf } from '../../http/network.ts';

/** A count fades to 1/e in this time: under a steady rate it is what was asked for in so long. */
export const FADE_MS = 5 * 60_000;

/** How much of a kind of work in five minutes is a flood: over all, and from one network. */
export type FloodRules = Readonly<Record<FloodWork, { site: number; network: number }>>;

/** Over all networks. */
export const SITE = '';

/** What a /48 of IPv6 may ask for, of what one network may: it may be one server's, or a town's. */
const WIDER_TIMES = 4;

/** How much of a kind of work is a flood in a place: over all, in a network, in the /48 around it. */
export const limitOf = (rules: FloodRules, work: FloodWork, place: string): number => {
  if (place === SITE) return rules[work].site;
  return rules[work].network * (place.endsWith('/48') ? WIDER_TIMES : 1);
};

/** Where what a network asks for counts, beside over all. */
export const placesOf = (network: string): readonly string[] => {
  const wider = widerNetworkOf(network);
  return wider ? [network, wider] : [network];
};

/** A count, as it was at a moment. */
export type Heat = { heat: number; at: Date };

/** What is left of a count. */
export const fadedHeat = ({ heat, at }: Heat, now: Date): number =>
  heat * Math.exp(-Math.max(0, now.getTime() - at.getTime()) / FADE_MS);

/** One network's count in one process is told to the others from this on: an honest network's never is. */
export const worthTelling = (limit: number): number => Math.max(2, Math.floor(limit / 8));

/** A flood is over when it has fallen to this share of what began it: a gate that flutters would help nobody. */
export const OVER_SHARE = 0.5;

const MOST = 4;
const FIRST_COST = 4_000;

/**
 * How hard the work of a flood is: 0 where it is over, else from 1, one more for each doubling, at most 4.
 * @param limit the count that begins a flood
 */
export const levelOf = (heat: number, limit: number): number => {
  if (heat < limit * OVER_SHARE) return 0;
  return Math.min(MOST, 1 + Math.floor(Math.log2(Math.max(1, heat / limit))));
};

/** Iterations for each counter of a level's challenge: 4,000 to 32,000 (figures in docs/decisions/080). */
export const costOf = (level: number): number => FIRST_COST * 2 ** (level - 1);

/** Why a proof lets nobody in. */
export type ProofRefusal = 'unreadable' | 'other_work' | 'expired' | 'too_easy' | 'forged' | 'wrong' | 'used';

/**
 * What a proof's own words are against. They count only once the signature is proven; until then they save the work.
 * One level below is enough: the flood may have risen while somebody honest worked.
 */
export const termsRefusal = (
  { challenge: { parameters } }: Proof,
  asked: { work: FloodWork; level: number },
  now: Date,
): ProofRefusal | undefined => {
  if (parameters.data.work !== asked.work) return 'other_work';
  if (parameters.expiresAt * 1_000 <= now.getTime()) return 'expired';
  return parameters.data.level < asked.level - 1 ? 'too_easy' : undefined;
};
