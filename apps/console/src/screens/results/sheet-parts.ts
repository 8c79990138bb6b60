import type { ResultsCategory, ResultsNominee } from '@laurel/contracts/console/calls/results';
import { winnersOf } from '@laurel/contracts/console/winners';
import { inLanguage, type Language } from '@laurel/contracts/languages';

/** How many runners-up a host sees at once. */
const SHOWN = 5;

/** The name of an award with its year, which the name may have already. */
export const awardName = (name: string, year: number): string =>
  name.includes(String(year)) ? name : `${name} ${year}`;

/** The categories of each nomination, in the edition's order, without those that the edition no longer has. */
export const byNomination = (categories: readonly ResultsCategory[]): (readonly [string, ResultsCategory[]])[] => {
  const groups = new Map<string, ResultsCategory[]>();
  for (const category of categories) {
    if (!category.nominees?.some(({ withdrawn }) => !withdrawn)) continue;
    const group = groups.get(category.nomination) ?? [];
    groups.set(category.nomination, [...group, category]);
  }
  return [...groups];
};

/** The nominees behind the winners by place, as many as a host reads at a glance, and all that share the last of these places. */
export const runnersUpOf = (category: ResultsCategory): { shown: readonly ResultsNominee[]; more: number } => {
  const winners = winnersOf(category);
  const placed = (category.nominees ?? []).filter((each) => each.rank !== null && !winners.includes(each));
  const last = placed[SHOWN - 1]?.rank ?? null;
  const shown = placed.filter(({ rank }) => last === null || (rank !== null && rank <= last));
  return { shown, more: placed.length - shown.length };
};

/** The name of a category beside its nomination; undefined if both have the same name. */
export const ownName = ({ title, name }: ResultsCategory, language: Language): string | undefined => {
  const own = inLanguage(name, language);
  return own === inLanguage(title, language) ? undefined : own;
};
