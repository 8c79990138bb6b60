import { inLanguage, LANGUAGES, type Language } from '@laurel/contracts/languages';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import { escaped } from '../../http/html.ts';
import { previewTags } from '../../http/link-preview.ts';
import { TEXTS } from './page-texts.policy.ts';

type Head = {
  readonly edition: PublicEdition;
  readonly language: Language;
  /** The page's URL without the slash at its end, such as https://awards.example/2025. */
  readonly url: string;
};

/** The title of a past year's page, its meta tags for link previews, and the addresses of its languages. */
export const archiveHead = ({ edition, language, url }: Head): string => {
  const texts = inLanguage(TEXTS, language);
  const award = `${edition.texts.name[language]} ${edition.year}`;
  const address = (each: Language): string => `${url}/?lang=${each}`;
  const tags = previewTags({
    language,
    site: award,
    title: `${texts.title} · ${award}`,
    description: texts.description(award),
    url: address(language),
    canonical: address(language),
    image: `${url}/share/card.png?lang=${language}`,
  });
  const others = LANGUAGES.map((each) => `<link rel="alternate" hreflang="${each}" href="${escaped(address(each))}">`);
  return [tags, ...others].join('');
};
