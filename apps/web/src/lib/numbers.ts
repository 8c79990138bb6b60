import type { Language } from '@laurel/contracts/languages';
import { PERCENT_DECIMALS } from '@laurel/contracts/limits';

const sharesIn = (language: Language): Intl.NumberFormat =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: PERCENT_DECIMALS,
    maximumFractionDigits: PERCENT_DECIMALS,
  });

/** Made once: a format costs more than all the shares of a category. */
const SHARES: Readonly<Record<Language, Intl.NumberFormat>> = { en: sharesIn('en'), uk: sharesIn('uk') };

/** A share as its card says it, without the sign: always two decimals, with the language's separator. */
export const formatPercent = (percent: number, language: Language): string => SHARES[language].format(percent);

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
