import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { StatisticsItem } from '@laurel/contracts/records';

/** The names of a nominee in a path or a command. */
export type NomineeKey = { readonly nomination: string; readonly niche: string; readonly company: string };

type Nomination = PublicEdition['nominations'][number];
type Category = Nomination['categories'][number];
export type Nominee = {
  readonly nomination: Nomination;
  readonly category: Category;
  readonly company: Category['companies'][number];
};

/** The nominee of an edition with these names. */
export const findNominee = ({ nominations }: PublicEdition, key: NomineeKey): Nominee | undefined => {
  const nomination = nominations.find(({ tag }) => tag === key.nomination);
  const category = nomination?.categories.find(({ tag }) => tag === key.niche);
  const company = category?.companies.find(({ tag }) => tag === key.company);
  return nomination && category && company && { nomination, category, company };
};

export const keyOf = ({ nomination, category, company }: Nominee): NomineeKey => ({
  nomination: nomination.tag,
  niche: category.tag,
  company: company.tag,
});

/** The published share of a nominee in percent; undefined while none is published, or nobody voted in the category. */
export const shareOf = (
  { nomination, category, company }: Nominee,
  statistics: readonly StatisticsItem[],
): number | undefined => {
  const item = statistics.find((each) => each.nomination === nomination.tag && each.niche === category.tag);
  if (!item?.results.some(({ percentage }) => percentage > 0)) return undefined;
  return item.results.find((each) => each.company === company.tag)?.percentage;
};

/** The address of a page with a query, relative to the site. */
export const pathWith = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query)}`;
