import { z } from 'zod';
import type { JuryRules } from './rules.ts';

/** A juror's ballot in a category, by the tags of nominees and the ids of criteria. A ranking begins with the best. */
export const juryBallotSchema = z.union([
  z.strictObject({ choice: z.string() }),
  z.strictObject({ points: z.record(z.string(), z.record(z.string(), z.number())) }),
  z.strictObject({ ranking: z.array(z.string()) }),
]);
export type JuryBallot = z.output<typeof juryBallotSchema>;

/**
 * The schema of a ballot under the rules of its nomination.
 * @param nominees those of the category from whom the juror did not step aside
 * @param whole whether nothing may be missing, as in a submitted ballot
 */
export const ballotSchema = (
  { ballot, criteria = [], points }: Pick<JuryRules, 'ballot' | 'criteria' | 'points'>,
  nominees: readonly string[],
  whole: boolean,
): z.ZodType<JuryBallot> => {
  const nominee = z.enum(nominees);
  const eachOf = <T extends z.ZodType>(tags: readonly string[], value: T) =>
    whole ? z.record(z.enum(tags), value) : z.partialRecord(z.enum(tags), value);
  const point = z
    .number()
    .min(1)
    .max(10)
    .multipleOf(points === 'half' ? 0.5 : 1);
  switch (ballot) {
    case 'choice':
      return z.strictObject({ choice: nominee });
    case 'points': {
      const given = eachOf(
        criteria.map(({ id }) => id),
        point,
      );
      return z.strictObject({ points: eachOf(nominees, given) });
    }
    case 'ranking':
      return z.strictObject({
        ranking: z
          .array(nominee)
          .min(whole ? nominees.length : 0)
          .refine((ranking) => new Set(ranking).size === ranking.length),
      });
  }
};

/**
 * The points that a ballot gives to each of the nominees, in a unit of its own: one for a choice; by Borda, one for the last
 * of a ranking and one more for each place above; the sum of points by their weights.
 * @param nominees as for `ballotSchema`: what a ballot gave to others before the juror stepped aside does not count
 */
export const pointsOf = (
  ballot: JuryBallot,
  criteria: JuryRules['criteria'] = [],
  nominees: readonly string[],
): ReadonlyMap<string, bigint> => {
  if ('choice' in ballot) return new Map(nominees.includes(ballot.choice) ? [[ballot.choice, 1n]] : []);
  if ('ranking' in ballot) {
    const ranking = ballot.ranking.filter((tag) => nominees.includes(tag));
    return new Map(ranking.map((tag, place) => [tag, BigInt(ranking.length - place)]));
  }
  return new Map(
    nominees.map((nominee) => {
      const given = ballot.points[nominee] ?? {};
      return [nominee, criteria.reduce((sum, { id, weight }) => sum + BigInt(weight * 2 * (given[id] ?? 0)), 0n)];
    }),
  );
};
