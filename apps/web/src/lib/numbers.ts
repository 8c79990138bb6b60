import type { Language } from '@laurel/contracts/languages';
import { PERCENT_DECIMALS } from '@laurel/contracts/limits';

/** A share as its card says it, without the sign: always two decimals, with the language's separator. */
export const formatPercent = (percent: number, language: Language): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: PERCENT_DECIMALS,
    maximumFractionDigits: PERCENT_DECIMALS,
  }).format(percent);
