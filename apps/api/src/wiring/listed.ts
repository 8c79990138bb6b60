import type { Imported } from '../features/edition/store.ts';
import type { CategoryOutline } from '../features/statistics/policy.ts';
import type { LeafNames } from '../features/votes/promises.service.ts';
import type { NomineeRef } from '../features/votes/service.ts';

const keyOf = (nomination: string, niche: string, company: string): string => `${nomination}/${niche}/${company}`;

/** An edition's nominees and categories with their database ids. */
const outlineOf = ({ edition, nominees }: Imported) => {
  const ids = new Map(nominees.map((each) => [keyOf(each.nomination, each.niche, each.company), each]));
  const listed = new Map<string, NomineeRef>();
  const categories = edition.nominations.flatMap((nomination) =>
    nomination.categories.map((category): CategoryOutline => {
      const companies = category.companies.flatMap(({ tag }) => {
        const name = keyOf(nomination.tag, category.tag, tag);
        const nominee = ids.get(name);
        if (nominee) listed.set(name, nominee);
        return nominee ? [{ id: nominee.id, tag }] : [];
      });
      return { nomination: nomination.tag, niche: category.tag, companies };
    }),
  );
  return { listed, categories };
};

/** The nominees and categories that the current edition lists, with their database ids. */
export const wireListed = (imported: Imported) => {
  let outline: ReturnType<typeof outlineOf>;
  const names = new Map<number, LeafNames>();
  const follow = (next: Imported): void => {
    outline = outlineOf(next);
    for (const { id, nomination, niche, company } of outline.listed.values()) {
      names.set(id, { category: `${nomination}/${niche}`, nominee: company });
    }
  };
  follow(imported);
  return {
    categories: (): readonly CategoryOutline[] => outline.categories,
    nomineeOf: (...name: Parameters<typeof keyOf>): NomineeRef | undefined => outline.listed.get(keyOf(...name)),
    /** The names of a nominee by its id, also of one that an edition has withdrawn since. */
    namesOf: (nomineeId: number): LeafNames | undefined => names.get(nomineeId),
    /** Takes the newer edition. */
    follow,
  };
};
