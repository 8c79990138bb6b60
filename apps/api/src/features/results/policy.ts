import type { Edition } from '@laurel/catalog/edition';
import type { Results, ResultsCategory, ResultsNominee } from '@laurel/contracts/console/calls/results';
import { inEachLanguage } from '@laurel/contracts/languages';
import type { TieBreak } from '../statistics/port.ts';
import type { NomineeCounts } from './store.ts';

type Nominations = Pick<Edition, 'nominations'>;

/** Ranks the nominees of one category by the votes that count, as the statistics do. */
export type Rank = (
  category: { nomination: string; niche: string },
  counted: readonly { nomineeId: number; company: string; votes: number; withdrawn: boolean }[],
  tieBreak?: TieBreak,
) => {
  nominees: readonly { company: string; percentage: number | null; rank: number | null; tie: boolean }[];
  /** The winner of a draw among those with rank 1. */
  drawn?: string;
};

const keyOf = ({ nomination, niche }: { nomination: string; niche: string }): string => `${nomination}/${niche}`;

/** The tag in place of a name, for a nominee or category that the edition no longer lists. */
const asName = (tag: string) => inEachLanguage(() => tag);

const sumOf = (rows: readonly NomineeCounts[]) => {
  const cast = rows.reduce((sum, row) => sum + row.cast, 0);
  const excluded = rows.reduce((sum, row) => sum + row.excluded, 0);
  return { cast, excluded, counted: cast - excluded };
};

/** What the edition says about a nominee. */
type Known = Pick<ResultsNominee, 'name' | 'link' | 'pronunciation'>;

/** The nominees by rank, then those without a rank. Withdrawn nominees without votes are left out. */
const rankedOf = (
  rows: readonly NomineeCounts[],
  known: ReadonlyMap<string, Known>,
  rank: Rank,
): Pick<ResultsCategory, 'nominees' | 'drawn'> => {
  const [first] = rows;
  if (!first) return { nominees: [], drawn: null };
  const counted = rows.map((row) => ({ ...row, votes: row.cast - row.excluded }));
  const { nominees: places, drawn = null } = rank(first, counted);
  const byName = new Map(rows.map((row) => [row.company, row]));
  const listed = new Set(places.map(({ company }) => company));
  // A withdrawn nominee whose votes are all excluded has no rank, but is listed with the cast votes.
  const others = rows.filter(({ company, cast }) => !listed.has(company) && cast > 0);
  const unranked = others.map(({ company }) => ({ company, percentage: null, rank: null, tie: false }));
  const nominees = [...places, ...unranked].flatMap(({ company, percentage, rank: place, tie }): ResultsNominee[] => {
    const row = byName.get(company);
    if (!row) return [];
    const { withdrawn, cast, excluded } = row;
    const own = known.get(company) ?? { name: asName(company), link: null };
    const counted = cast - excluded;
    return [{ company, ...own, withdrawn, cast, excluded, counted, share: percentage, rank: place, tie }];
  });
  return { nominees, drawn };
};

/**
 * The categories of the edition in order, then removed categories that have votes.
 * @param embargo hides the nominees; the sums of each category stay
 */
export const categoriesOf = (
  { nominations }: Nominations,
  counts: readonly NomineeCounts[],
  { embargo, rank }: { embargo: boolean; rank: Rank },
): Pick<Results, 'votes' | 'categories'> => {
  const rows = Map.groupBy(counts, keyOf);
  const listed = nominations.flatMap((nomination) =>
    nomination.categories.map((category) => ({
      nomination: nomination.tag,
      niche: category.tag,
      title: nomination.title,
      name: category.name,
      companies: new Map(
        category.companies.map(({ tag, name, link, pronunciation }) => [
          tag,
          { name, link: link ?? null, ...(pronunciation && { pronunciation }) },
        ]),
      ),
    })),
  );
  const known = new Set(listed.map(keyOf));
  const removed = [...rows.values()].flatMap((own) => {
    const [first] = own;
    if (!first || known.has(keyOf(first)) || sumOf(own).cast === 0) return [];
    const { nomination, niche } = first;
    return [{ nomination, niche, title: asName(nomination), name: asName(niche), companies: new Map<string, Known>() }];
  });
  const categories = [...listed, ...removed].map(({ companies, ...category }): ResultsCategory => {
    const own = rows.get(keyOf(category)) ?? [];
    const ranked = embargo ? { nominees: null, drawn: null } : rankedOf(own, companies, rank);
    return { ...category, ...sumOf(own), ...ranked };
  });
  return { votes: sumOf(counts), categories };
};
