import { type JuryBallot, pointsOf } from './ballot.ts';
import { compare, type Fraction, fraction, plus, times, ZERO } from './fraction.ts';
import type { JuryRules } from './rules.ts';

/** A submitted ballot, and from whom its juror stepped aside. */
export interface CountedBallot {
  readonly ballot: JuryBallot;
  /** Nominees; `category` if it is from all of them. */
  readonly recused: readonly string[] | 'category';
}

/** The result of a nominee, in percent. */
export interface CombinedLine {
  readonly nominee: string;
  readonly public: Fraction;
  readonly jury: Fraction;
  readonly together: Fraction;
  /** From 1. Equal nominees share a place. */
  readonly place: number;
}

export interface CombinedResult {
  /** Which parts there were; one decides alone if the other is empty, as when all jurors stepped aside. */
  readonly decidedBy: 'both' | 'public' | 'jury' | 'nobody';
  /** The ballots that gave points. */
  readonly ballots: number;
  /** The nominees of the first place; none before the first vote or ballot. */
  readonly winners: readonly string[];
  /** From the first place. Equal nominees are in the order in which they were given. */
  readonly lines: readonly CombinedLine[];
}

const PERCENT = fraction(100n);

/** A number's share of a sum in percent; nothing of nothing is nothing. */
const shareOf = (part: bigint, sum: bigint): Fraction => (sum === 0n ? ZERO : times(PERCENT, fraction(part, sum)));

const sumOf = (numbers: Iterable<bigint>): bigint => [...numbers].reduce((sum, each) => sum + each, 0n);

/**
 * The shares of points that each juror gave, in percent. Each juror gives the same sum, so who stepped aside from a nominee
 * gives the others more of it; who stepped aside from all gives nothing, and is not counted.
 */
const sharesOfJurors = (
  nominees: readonly string[],
  ballots: readonly CountedBallot[],
  criteria: JuryRules['criteria'],
): ReadonlyMap<string, Fraction>[] =>
  ballots.flatMap(({ ballot, recused }) => {
    const left = recused === 'category' ? [] : nominees.filter((nominee) => !recused.includes(nominee));
    const points = pointsOf(ballot, criteria, left);
    const sum = sumOf(points.values());
    return sum === 0n ? [] : [new Map([...points].map(([nominee, given]) => [nominee, shareOf(given, sum)]))];
  });

/**
 * The combined result of a category: the public share of the votes and the jury's share of the points, both in percent, by the
 * weights of the nomination. It is exact; only what is shown is rounded.
 * @param votes the votes of each nominee that count, in the edition's order
 */
export const combine = (
  { criteria, result, tieBreak }: Pick<JuryRules, 'criteria' | 'result' | 'tieBreak'>,
  votes: readonly { readonly nominee: string; readonly votes: number }[],
  ballots: readonly CountedBallot[],
): CombinedResult => {
  const nominees = votes.map(({ nominee }) => nominee);
  const cast = sumOf(votes.map((each) => BigInt(each.votes)));
  const jurors = sharesOfJurors(nominees, ballots, criteria);
  const [hasPublic, hasJury] = [cast > 0n, jurors.length > 0];
  const weightOf = (part: number, other: boolean) => (other ? fraction(BigInt(part), 100n) : fraction(1n));
  const lines = votes.map(({ nominee, votes: own }) => {
    const ofPublic = shareOf(BigInt(own), cast);
    const given = jurors.reduce((sum, shares) => plus(sum, shares.get(nominee) ?? ZERO), ZERO);
    const ofJury = hasJury ? times(given, fraction(1n, BigInt(jurors.length))) : ZERO;
    const together = plus(
      times(weightOf(result.public, hasJury), ofPublic),
      times(weightOf(result.jury, hasPublic), ofJury),
    );
    return { nominee, public: ofPublic, jury: ofJury, together };
  });
  type Line = (typeof lines)[number];
  const order = (one: Line, two: Line): number =>
    compare(two.together, one.together) || (tieBreak ? compare(two[tieBreak], one[tieBreak]) : 0);
  const decidedBy = hasPublic ? (hasJury ? 'both' : 'public') : hasJury ? 'jury' : 'nobody';
  const placed = [...lines]
    .sort(order)
    .map((line) => ({ ...line, place: 1 + lines.filter((other) => order(other, line) < 0).length }));
  const first = placed.filter(({ place }) => place === 1).map(({ nominee }) => nominee);
  return { decidedBy, ballots: jurors.length, winners: decidedBy === 'nobody' ? [] : first, lines: placed };
};
