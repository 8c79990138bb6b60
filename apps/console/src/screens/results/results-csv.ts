import type { Results, ResultsNominee } from '@laurel/contracts/console/calls/results';
import { csvLine } from '@laurel/contracts/csv';
import { inLanguage, type Language } from '@laurel/contracts/languages';
import { winnersOf } from '../../lib/categories.ts';

/** Excel reads a file as UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF';

const COLUMNS = ['nomination', 'category', 'place', 'nominee', 'counted', 'share', 'cast', 'excluded', 'note'] as const;

/** The texts of the head, and of the notes. */
type Text = (name: `csv.${(typeof COLUMNS)[number]}` | 'tie' | 'withdrawn') => string;

/** Whether there is a result to take away: no vote can follow, and nominees are not hidden. */
export const isResult = ({ final, embargo }: Pick<Results, 'final' | 'embargo'>): boolean => final && !embargo;

/** Whether a nominee shares a place with another one. */
export const isTied = ({ tie, counted }: ResultsNominee): boolean => tie && counted > 0;

/** The nominees of a result as CSV, in the page's language: all, or only the winners. */
export const resultsCsv = (
  { categories }: Pick<Results, 'categories'>,
  { only, language, text }: { only: 'winners' | 'all'; language: Language; text: Text },
): string => {
  const lines = categories.flatMap((category) =>
    (only === 'winners' ? winnersOf(category) : (category.nominees ?? [])).map((nominee) => {
      const { rank, counted, share, cast, excluded, withdrawn } = nominee;
      const notes = [...(isTied(nominee) ? [text('tie')] : []), ...(withdrawn ? [text('withdrawn')] : [])];
      return csvLine([
        inLanguage(category.title, language),
        inLanguage(category.name, language),
        String(rank ?? ''),
        inLanguage(nominee.name, language),
        String(counted),
        String(share ?? ''),
        String(cast),
        String(excluded),
        notes.join(', '),
      ]);
    }),
  );
  return BYTE_ORDER_MARK + csvLine(COLUMNS.map((column) => text(`csv.${column}`))) + lines.join('');
};
