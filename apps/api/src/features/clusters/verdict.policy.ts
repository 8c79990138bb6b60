import type { Against, Certainty, Signal } from '@laurel/contracts/console/cluster-records';
import { improbability } from './chance.policy.ts';
import type { Group } from './search.policy.ts';
import { RARE } from './traits.policy.ts';
import { TRAITS, type Trait } from './voters.policy.ts';

/** What the people of a group share: how many of how many, and the rate of that among everyone else. */
export type Reason = {
  signal: Signal;
  trait: Trait;
  /** The trait's place in `TRAITS`, and what the value says. */
  place: number;
  text: string;
  made: boolean;
  kind: string;
  value: number;
  count: number;
  of: number;
  base: number;
  exponent: number;
};

/** A reason counts if chance gives it less than once in a thousand, over all groups that were compared, */
const STRONG = 3;
/** and if this share of the people has it. */
const SHARED = 0.3;
const LIFT = 3;

/** What stands out in a group, the strongest first; of each kind and signal one. */
export const reasonsOf = ({ target, members }: Group, compared: number): Reason[] => {
  const found = TRAITS.flatMap(({ name, kind, signal, made }, trait) => {
    const counts = new Map<number, number>();
    for (const member of members) {
      const value = target.traits[trait]?.values[member] ?? 0;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts].flatMap(([value, count]): Reason[] => {
      const base = target.traits[trait]?.rates[value] ?? 1;
      const exponent = improbability(count, members.length, base);
      const isStrong = value > RARE && count >= SHARED * members.length && count >= LIFT * base * members.length;
      return isStrong && exponent > STRONG + Math.log10(compared + 1)
        ? [
            {
              signal,
              trait: name,
              place: trait,
              text: target.traits[trait]?.texts[value] ?? '',
              kind,
              made,
              value,
              count,
              of: members.length,
              base,
              exponent,
            },
          ]
        : [];
    });
  });
  const bySignal = Map.groupBy(found, ({ kind, signal }) => `${kind} ${signal}`);
  return [...bySignal.values()]
    .flatMap((each) => each.toSorted((a, b) => b.exponent - a.exponent).slice(0, 1))
    .toSorted((a, b) => b.exponent - a.exponent);
};

/** A company's domain, or the network of a house: fewer of all voters have it. */
const RARE_PLACE = 0.05;
/** A single made trait is enough, beside another reason, if chance gives it less often than this. */
const ALONE = 40;

/** What people of one family or class share, too. */
const OF_ONE_HOUSE: ReadonlySet<Trait> = new Set(['telegramAge', 'followers', 'nameStart', 'nameEnd']);

/**
 * What the accounts were made with, without what honest people share as well. Companies buy numbers in a row for their people, so beside
 * a company's domain rows do not count. A school class is of one age, and a family of one name: where most came from one network,
 * these count only if there are many. Namesakes have mailboxes of one shape.
 */
const madeIn = (reasons: readonly Reason[]): Reason[] => {
  const isCompany = reasons.some(({ kind, base }) => kind === 'domain' && base < RARE_PLACE);
  const isHouse = reasons.some((each) => each.kind === 'network' && each.base < RARE_PLACE && each.count * 2 > each.of);
  const areNamesakes = reasons.some(({ trait }) => trait === 'mailboxStem');
  return reasons.filter(({ made, kind, trait, exponent }) => {
    if (kind === 'number' && isCompany) return false;
    if (kind === 'mailbox' && areNamesakes) return false;
    return made && !(isHouse && exponent <= ALONE && OF_ONE_HOUSE.has(trait));
  });
};

/**
 * How sure it is. What the accounts were made with decides: people of one office or one hall, or the readers of one post, share a
 * place and a moment, and no more.
 */
export const certaintyOf = (reasons: readonly Reason[]): Certainty => {
  const made = madeIn(reasons);
  const kinds = new Set(reasons.map(({ kind }) => kind)).size;
  const isPlain = kinds > 1 && made.some(({ exponent }) => exponent > ALONE);
  if (made.length >= 2 || (made.length === 1 && (kinds >= 3 || isPlain))) return 'likely';
  return kinds >= 2 ? 'possible' : 'look_closer';
};

/** What speaks for a group: only what people of one place, or the readers of one post, share as well. */
export const againstOf = (reasons: readonly Reason[]): Against[] => {
  if (madeIn(reasons).length > 0) return [];
  const shared = (kind: string, signal: Against['signal']): Against[] =>
    reasons.filter((each) => each.kind === kind).map(({ count, of }) => ({ signal, count, of }));
  const crowds = [...shared('domain', 'one_office'), ...shared('network', 'one_place'), ...shared('time', 'one_post')];
  return crowds.filter(({ signal }, place) => crowds.findIndex((each) => each.signal === signal) === place);
};
