import type { ResultsCategory, ResultsNominee } from '@laurel/contracts/console/calls/results';
import { firstOf } from '@laurel/contracts/console/winners';
import { csvLine } from '@laurel/contracts/csv';
import { inLanguage, LANGUAGES, type Language } from '@laurel/contracts/languages';
import { TABLE_TEXTS, type TableTexts } from './table-texts.policy.ts';

/** A column; `percent` holds 31.9 for 31.9 %. */
export type Column = { title: string; kind: 'text' | 'count' | 'percent'; width: number };
export type Cell = string | number | null;
/** A sheet of a spreadsheet. */
export type Table = { name: string; columns: readonly Column[]; rows: readonly (readonly Cell[])[] };

/** Excel reads a file as UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF';

const resultOf = (
  { company, rank, withdrawn }: ResultsNominee,
  category: ResultsCategory,
  texts: TableTexts,
): string => {
  if (withdrawn) return texts.withdrawn;
  if (rank !== 1) return '';
  if (category.drawn !== null) return company === category.drawn ? texts.drawnWinner : texts.tied;
  return firstOf(category).length > 1 ? texts.jointWinner : texts.winner;
};

/** The result as a table with a row for each nominee, whose names it has in every language. */
export const tableOf = (categories: readonly ResultsCategory[], language: Language): Table => {
  const texts = inLanguage(TABLE_TEXTS, language);
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  return {
    name: texts.sheet,
    columns: [
      { title: texts.nomination, kind: 'text', width: 32 },
      { title: texts.category, kind: 'text', width: 24 },
      { title: texts.place, kind: 'count', width: 8 },
      ...LANGUAGES.map((each): Column => {
        return { title: texts.nominee(languages.of(each) ?? each), kind: 'text', width: 32 };
      }),
      { title: texts.votes, kind: 'count', width: 18 },
      { title: texts.share, kind: 'percent', width: 12 },
      { title: texts.result, kind: 'text', width: 18 },
    ],
    rows: categories.flatMap((category) =>
      (category.nominees ?? []).map((nominee): Cell[] => [
        inLanguage(category.title, language),
        inLanguage(category.name, language),
        nominee.rank,
        ...LANGUAGES.map((each) => inLanguage(nominee.name, each)),
        nominee.counted,
        nominee.share,
        resultOf(nominee, category, texts),
      ]),
    ),
  };
};

/** A table as CSV. */
export const csvOf = ({ columns, rows }: Table): string =>
  [columns.map(({ title }) => title), ...rows.map((row) => row.map((cell) => String(cell ?? '')))].reduce(
    (csv, cells) => csv + csvLine(cells),
    BYTE_ORDER_MARK,
  );
