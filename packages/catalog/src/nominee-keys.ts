import type { Edition } from './edition.ts';

/** A nominee in its category: what a vote names. */
export interface NomineeKey {
  readonly nomination: string;
  readonly niche: string;
  readonly company: string;
}

/** Every nominee of an edition, in the edition's order. */
export const nomineeKeys = (edition: Pick<Edition, 'nominations'>): NomineeKey[] =>
  edition.nominations.flatMap((nomination) =>
    nomination.categories.flatMap((category) =>
      category.companies.map((company) => ({
        nomination: nomination.tag,
        niche: category.tag,
        company: company.tag,
      })),
    ),
  );

// Tags hold no slash, so that the joined key is unique.
const joined = ({ nomination, niche, company }: NomineeKey): string => `${nomination}/${niche}/${company}`;

/** The nominees that were there before and are gone now. The importer refuses them where they have votes. */
export const missingNominees = (previous: readonly NomineeKey[], next: readonly NomineeKey[]): NomineeKey[] => {
  const present = new Set(next.map(joined));
  return previous.filter((key) => !present.has(joined(key)));
};
