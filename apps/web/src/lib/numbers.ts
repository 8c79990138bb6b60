import type { Language } from '@laurel/contracts/languages';
import { PERCENT_DECIMALS } from '@laurel/contracts/limits';

/** As Intl.NumberFormat has it; making one of those takes longer than all else the page does before it draws. */
const DECIMAL_MARKS: Readonly<Record<Language, string>> = { en: '.', uk: ',' };

/** A share as its card says it, without the sign: always two decimals, with the language's mark. */
export const formatPercent = (percent: number, language: Language): string =>
  percent.toFixed(PERCENT_DECIMALS).replace('.', DECIMAL_MARKS[language]);

/** A number of days, hours and so on, with the word for it in the form the number asks for. */
export const formatCount = (
  count: number,
  unit: 'day' | 'hour' | 'minute' | 'second',
  language: Language,
): { readonly number: string; readonly word: string } => {
  const parts = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(count);
  const say = (wanted: boolean): string =>
    parts
      .flatMap(({ type, value }) => ((type === 'unit') === wanted ? [value] : []))
      .join('')
      .trim();
  return { number: say(false), word: say(true) };
};
