import { LANGUAGE_SETTINGS, type Language } from '@laurel/contracts/languages';
import { PERCENT_DECIMALS } from './limits.ts';

/**
 * Formats a percentage without its sign: two decimals, with the language's decimal mark. Intl.NumberFormat gives the
 * same text, but its construction takes longer than everything else before the first render.
 */
export const formatPercent = (percent: number, language: Language): string =>
  percent.toFixed(PERCENT_DECIMALS).replace('.', LANGUAGE_SETTINGS[language].decimalMark);

/** Formats a whole number with the language's grouping. */
export const formatInteger = (value: number, language: Language): string =>
  value < 1_000 ? String(value) : new Intl.NumberFormat(language).format(value);

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
