import type { Language } from '@laurel/contracts/languages';
import { PERCENT_DECIMALS } from '@laurel/contracts/limits';

/** A share as its card says it, without the sign: always two decimals, with the language's separator. */
export const formatPercent = (percent: number, language: Language): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: PERCENT_DECIMALS,
    maximumFractionDigits: PERCENT_DECIMALS,
  }).format(percent);

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
