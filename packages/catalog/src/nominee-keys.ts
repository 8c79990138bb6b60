/** A nominee in a category, as a vote names it. */
export interface NomineeKey {
  readonly nomination: string;
  readonly niche: string;
  readonly company: string;
}

/** The field of a nominee, as edits and differences name it. */
export const nomineePath = ({ nomination, niche, company }: NomineeKey): string =>
  `nominations.${nomination}.categories.${niche}.companies.${company}`;

type Tagged = { readonly tag: string };
type Nomination = Tagged & { readonly categories: readonly (Tagged & { readonly companies: readonly Tagged[] })[] };

/** Every nominee of an edition, in the edition's order. */
export const nomineeKeys = (edition: { readonly nominations: readonly Nomination[] }): NomineeKey[] =>
  edition.nominations.flatMap((nomination) =>
    nomination.categories.flatMap((category) =>
      category.companies.map((company) => ({
        nomination: nomination.tag,
        niche: category.tag,
        company: company.tag,
      })),
    ),
  );
