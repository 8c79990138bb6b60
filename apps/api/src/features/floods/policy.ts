import type { FloodWork, Proof } from '@laurel/contracts/proof';
import { widerNetworkOf } from '../../http/network.ts';

/** A count decays to 1/e in this time. At a steady rate it equals the number of requests in this time. */
export const DECAY_MS = 5 * 60_000;

/** The loads from which a kind of work is flooded: `site` in total, `network` for one network. */
export type FloodRules = Readonly<Record<FloodWork, { site: number; network: number }>>;

/** The key under which the requests of all networks together are counted. */
export const SITE = '';

/** The limit of an IPv6 /48 is this many times that of a network. A /48 may belong to one server or to a town. */
export const WIDER_TIMES = 4;

/** The load at which a kind of work is flooded: in total, for a network, or for an IPv6 /48. */
export const limitOf = (rules: FloodRules, work: FloodWork, network: string): number => {
  if (network === SITE) return rules[work].site;
  return rules[work].network * (network.endsWith('/48') ? WIDER_TIMES : 1);
};

/** The networks for which a request is counted: its own and, for IPv6, the /48. */
export const networksOf = (network: string): readonly string[] => {
  const wider = widerNetworkOf(network);
  return wider ? [network, wider] : [network];
};

/** A decaying count of requests: its value at a time. */
export type Load = { load: number; at: Date };

/** The value of a count at `now`. */
export const loadAt = ({ load, at }: Load, now: Date): number =>
  load * Math.exp(-Math.max(0, now.getTime() - at.getTime()) / DECAY_MS);

/** From this value on, a process shares its count of a network. An ordinary network does not reach it. */
export const sharedFrom = (limit: number): number => Math.max(2, Math.floor(limit / 8));

/**
 * A flood ends at this share of its limit. The share is well below 1, so that a flood does not begin and end
 * repeatedly.
 */
export const END_SHARE = 0.5;

const MAX_LEVEL = 4;
const FIRST_COST = 4_000;

/**
 * The level of a flood: 0 when it is over, otherwise 1 to 4. The level rises by one with each doubling of the load.
 * @param limit the load at which a flood begins
 */
export const levelOf = (load: number, limit: number): number => {
  if (load < limit * END_SHARE) return 0;
  return Math.min(MAX_LEVEL, 1 + Math.floor(Math.log2(Math.max(1, load / limit))));
};

/** The PBKDF2 iterations for each counter of a challenge: 4,000 to 32,000 (measured in docs/decisions/080). */
export const costOf = (level: number): number => FIRST_COST * 2 ** (level - 1);

/** The reason why a proof is rejected. */
export type ProofRejection = 'unreadable' | 'other_work' | 'expired' | 'too_easy' | 'forged' | 'wrong' | 'used';

/**
 * Checks a proof's terms. A proof with wrong terms need not be verified. A proof of one level below is accepted,
 * because the flood may have risen while the client solved the challenge.
 * @returns undefined if the terms are met
 */
export const checkTerms = (
  { challenge: { parameters } }: Proof,
  required: { work: FloodWork; level: number },
  now: Date,
): ProofRejection | undefined => {
  if (parameters.data.work !== required.work) return 'other_work';
  if (parameters.expiresAt * 1_000 <= now.getTime()) return 'expired';
  return parameters.data.level < required.level - 1 ? 'too_easy' : undefined;
};
