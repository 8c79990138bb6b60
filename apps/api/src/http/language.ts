import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@laurel/contracts/languages';

/** The preferred site language of an Accept-Language header (RFC 9110 §12.5.4), else English. */
export const languageOf = (acceptLanguage: string | undefined): Language => {
  let best: { language: Language; quality: number } = { language: DEFAULT_LANGUAGE, quality: 0 };
  for (const part of (acceptLanguage ?? '').slice(0, 200).split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const language = LANGUAGES.find((each) => range === each || range.startsWith(`${each}-`));
    const given = parameters
      .find((each) => each.trim().startsWith('q='))
      ?.trim()
      .slice(2);
    const quality = given === undefined ? 1 : Number(given);
    if (language && quality > best.quality) best = { language, quality };
  }
  return best.language;
};
