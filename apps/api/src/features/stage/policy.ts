import type { Edition } from '@laurel/catalog/edition';
import { textOf } from '@laurel/catalog/sanitize-description';
import type { ResultsCategory } from '@laurel/contracts/console/calls/results';
import type { Row, Show } from '@laurel/contracts/console/calls/stage';
import { categoryOf, WINNER_BYTES, type Winners } from '@laurel/contracts/console/stage';
import { winnersOf } from '@laurel/contracts/console/winners';
import { inEachLanguage } from '@laurel/contracts/languages';

type Content = Pick<Edition, 'nominations' | 'texts' | 'sponsors'>;
type Category = Omit<Show['categories'][number], 'sealed'>;

/** Crockford's base 32: no letter looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LETTERS = 10;

/** A code of 50 bits, from the first bytes of a keyed hash. */
export const codeFrom = (hash: Uint8Array): string =>
  Array.from(hash.subarray(0, CODE_LETTERS), (byte) => LETTERS[byte % LETTERS.length]).join('');

/** The categories of the show in the edition's order, as everybody may see them. */
export const categoriesIn = ({ nominations }: Content): Category[] =>
  nominations.flatMap(({ tag: nomination, title, categories }) =>
    categories.map(({ tag: niche, name, companies }) => ({
      ...{ category: categoryOf({ nomination, niche }), nomination, title },
      // The only category of a nomination is the nomination itself.
      name: categories.length > 1 ? name : title,
      nominees: companies.map(({ tag: company, name: own, logo, desc }) => ({
        ...{ company, name: own, logo },
        text: inEachLanguage((language) => textOf(desc[language])),
      })),
    })),
  );

/** The sponsors of the award, then those of its categories. */
export const sponsorsIn = ({ sponsors, nominations }: Content): Show['sponsors'] => {
  const categories = nominations.flatMap((nomination) => nomination.categories);
  const all = [sponsors, ...categories.map((category) => category.sponsors)].flatMap((own) => own ?? []);
  return [...new Map(all.map((each) => [each.name, each])).values()];
};

/** The run sheet: the stored rows, without what the edition no longer has, then the categories that they lack. */
export const rowsOf = (
  stored: readonly Row[] | null,
  { categories, sponsors }: Pick<Show, 'sponsors'> & { categories: readonly Category[] },
): Row[] => {
  const missing = new Set(categories.map(({ category }) => category));
  const kept = (stored ?? []).filter((row) => {
    if (row.kind === 'category') return missing.delete(row.category);
    return row.kind === 'break' || sponsors.some(({ name }) => name === row.name);
  });
  return [...kept, ...Array.from(missing, (category): Row => ({ kind: 'category', category }))];
};

/** What a category's winner slide holds. */
export const winnersIn = ({ nominees }: Category, result: ResultsCategory | undefined): Winners => {
  const own = result ? winnersOf(result) : [];
  return {
    winners: own.map((winner) => nominees.findIndex(({ company }) => company === winner.company)),
    share: own[0]?.share ?? null,
    drawn: (result?.drawn ?? null) !== null,
  };
};

/** A winner slide as text of one length for all. */
export const padded = (winners: Winners): string => JSON.stringify(winners).padEnd(WINNER_BYTES);
