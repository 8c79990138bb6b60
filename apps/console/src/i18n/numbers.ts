import { type Language, localeOf } from '@laurel/contracts/languages';
import { useMemo } from 'react';
import { useLanguage } from './language.ts';

/**
 * Writes numbers in the page's language: `count` 4,207; `share` of 0.319 as 31.90%; `short` 1.2M; `percent`, of the final
 * result, with as many decimals as tell the first two apart.
 */
export const useNumbers = () => {
  const language = useLanguage();
  // The same functions until the language changes, so that columns of tables can depend on them.
  return useMemo(() => numbersIn(language), [language]);
};

const numbersIn = (language: Language) => {
  const locale = localeOf(language);
  const count = new Intl.NumberFormat(locale);
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 12 });
  return {
    count: (value: number): string => count.format(value),
    short: (value: number): string => short.format(value),
    /** Without a space before the sign in any language, as on the site. */
    share: (value: number): string => `${share.format(value * 100)}%`,
    percent: (value: number): string => `${percent.format(value)}%`,
    money: (value: number, currency: string): string =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(value),
  };
};
