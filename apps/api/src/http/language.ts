import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@laurel/contracts/languages';
import { negotiatorOf } from './negotiator.ts';

/** The preferred site language of an Accept-Language header (RFC 9110 §12.5.4), else English. */
export const languageOf = (header: string | undefined): Language => {
  const preferred = negotiatorOf('accept-language', header).language(LANGUAGES);
  return LANGUAGES.find((each) => each === preferred) ?? DEFAULT_LANGUAGE;
};
