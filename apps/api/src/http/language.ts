import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@laurel/contracts/languages';
import { negotiatorOf } from './negotiator.ts';

type Asked = {
  readonly query: { readonly lang?: string | undefined };
  readonly headers: { readonly 'accept-language'?: string | undefined };
};

/** The preferred site language of an Accept-Language header (RFC 9110 §12.5.4), else English. */
export const languageOf = (header: string | undefined): Language => {
  const preferred = negotiatorOf('accept-language', header).language(LANGUAGES);
  return LANGUAGES.find((each) => each === preferred) ?? DEFAULT_LANGUAGE;
};

/** The language of a plain page: that of its address (`?lang=uk`), else of the browser. */
export const languageFor = ({ query, headers }: Asked): Language =>
  LANGUAGES.find((each) => each === query.lang) ?? languageOf(headers['accept-language']);
