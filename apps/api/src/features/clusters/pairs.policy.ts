import { improbability } from './chance.policy.ts';
import { type Column, ONE, RARE, SMALLEST } from './traits.policy.ts';
import { TRAITS, type Trait } from './voters.policy.ts';

/** Traits of few values, of which each says little and two at once say much. Of the ballots only that somebody has one vote. */
const PAIRED: ReadonlySet<Trait> = new Set([
  'mailboxShape',
  'emailStep',
  'factorStep',
  'phoneStep',
  'socialStep',
  'agent',
  'zone',
  'telegramAge',
  'followers',
  'silence',
  'ballot',
]);
/** A pair is followed if chance gives a nominee so many of its people less than once in ten to this power. */
const LEAST = 6;

/** People who share what stands out: places among the voters of a nominee. */
export type Seed = { from: number[]; exponent: number };
/** With how many in the category share it, and how many voted in the category. */
type Pair = Seed & { everywhere: number; voters: number };
export type Pairs = { pairs: Pair[]; comparedPairs: number };

/** The people of a pair who are in no group yet, as a seed that those in groups add nothing to. @param people how many voted for the nominee */
export const restOf = ({ from, everywhere, voters }: Pair, grouped: ReadonlySet<number>, people: number): Seed => {
  const rest = from.filter((person) => !grouped.has(person));
  const share = (people - grouped.size) / (voters - grouped.size);
  return { from: rest, exponent: improbability(rest.length, everywhere - (from.length - rest.length), share) };
};

const codesOf = ({ codes, texts }: Column, name: Trait): { codes: Int32Array; size: number } => {
  if (name !== 'ballot') return { codes, size: texts.length };
  const one = texts.indexOf(ONE);
  return { codes: codes.map((code) => (code === one ? RARE + 1 : RARE)), size: RARE + 2 };
};

/**
 * The pairs of values that stand out among the voters of each nominee: a farm that takes care shares a little of several things.
 * @param columns of a category's votes, one for each of `TRAITS`
 * @param targets for each nominee, the places of its votes in the columns
 */
export const pairsOf = (columns: readonly Column[], targets: readonly Int32Array[]): Pairs[] => {
  const found: Pairs[] = targets.map(() => ({ pairs: [], comparedPairs: 0 }));
  const coarse = columns.flatMap((column, trait) => {
    const name = TRAITS[trait]?.name;
    return name !== undefined && PAIRED.has(name) ? [codesOf(column, name)] : [];
  });
  const compare = (joint: Int32Array, size: number): void => {
    const everywhere = new Float64Array(size);
    for (const code of joint) everywhere[code] = (everywhere[code] ?? 0) + 1;
    const counts = new Float64Array(size);
    targets.forEach((votes, target) => {
      const into = found[target];
      for (const vote of votes) counts[joint[vote] ?? 0] = (counts[joint[vote] ?? 0] ?? 0) + 1;
      for (const vote of votes) {
        const code = joint[vote] ?? 0;
        const count = counts[code] ?? 0;
        counts[code] = 0;
        if (code === 0 || count < SMALLEST || !into) continue;
        into.comparedPairs += 1;
        // Of all in the category who share the pair: its rate among few others says little.
        const exponent = improbability(count, everywhere[code] ?? 0, votes.length / joint.length);
        if (exponent < LEAST) continue;
        const from = [...votes.keys()].filter((person) => joint[votes[person] ?? 0] === code);
        into.pairs.push({ from, exponent, everywhere: everywhere[code] ?? 0, voters: joint.length });
      }
    });
  };
  coarse.forEach((first, place) => {
    for (const second of coarse.slice(place + 1)) {
      const joint = first.codes.map((code, vote) => {
        const other = second.codes[vote] ?? 0;
        return code > RARE && other > RARE ? code * second.size + other : 0;
      });
      compare(joint, first.size * second.size);
    }
  });
  return found;
};
