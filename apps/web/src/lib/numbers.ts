import type { Language } from '@laurel/contracts/languages';
import { PERCENT_DECIMALS } from './limits.ts';

/** As in Intl.NumberFormat, whose construction takes longer than everything else before the first render. */
const DECIMAL_MARKS: Readonly<Record<Language, string>> = { en: '.', uk: ',' };

/** Formats a percentage without its sign: two decimals, with the language's decimal mark. */
export const formatPercent = (percent: number, language: Language): string =>
  percent.toFixed(PERCENT_DECIMALS).replace('.', DECIMAL_MARKS[language]);

/** A number of time units, and the unit's name in the matching plural form. */
export const formatCount = (
  count: number,
  unit: 'day' | 'hour' | 'minute' | 'second',
  language: Language,
): { readonly number: string; readonly word: string } => {
  const parts = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(count);
  const join = (isUnit: boolean): string =>
    parts
      .flatMap(({ type, value }) => ((type === 'unit') === isUnit ? [value] : []))
      .join('')
      .trim();
  return { number: join(false), word: join(true) };
};
