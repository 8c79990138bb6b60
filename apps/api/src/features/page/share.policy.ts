import type { Category, Company, Edition, Nomination } from '@laurel/catalog/edition';
import { LANGUAGES, type Language } from '@laurel/contracts/languages';

/** The subject of a shared link: the awards, a nomination or a nominee. */
export type Shared = { nomination?: Nomination; category?: Category; company?: Company };

/** The query of a shared link, not validated. */
export type ShareQuery = Readonly<Record<string, unknown>>;

/** Finds the subject of a query. Without a category, the first nominee of that name is used; unknown names are ignored. */
export const sharedBy = (edition: Edition, query: ShareQuery): Shared => {
  const nomination = edition.nominations.find(({ tag }) => tag === query.nomination);
  if (!nomination) return {};
  const ofNiche = nomination.categories.filter(({ tag }) => tag === query.niche);
  for (const category of ofNiche.length > 0 ? ofNiche : nomination.categories) {
    const company = category.companies.find(({ tag }) => tag === query.company);
    if (company) return { nomination, category, company };
  }
  return { nomination };
};

/** The language in a query, if it is supported. */
export const languageIn = (query: ShareQuery): Language | undefined => LANGUAGES.find((each) => each === query.lang);

/** The query parameters of a shared link. */
export const queryOf = ({ nomination, category, company }: Shared): URLSearchParams => {
  const query = new URLSearchParams();
  if (nomination) query.set('nomination', nomination.tag);
  if (company) query.set('company', company.tag);
  if (company && category && (nomination?.categories.length ?? 0) > 1) query.set('niche', category.tag);
  return query;
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
const DESCRIPTION_LENGTH = 200;

/** A description as plain text: no tags, one line, no longer than a preview shows. */
export const plainText = (html: string): string => {
  const words = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:])/g, '$1')
    .trim();
  if (words.length <= DESCRIPTION_LENGTH) return words;
  return `${words.slice(0, DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')}…`;
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

const LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', uk: 'uk_UA' };

export const IMAGE_SIZE = { width: 1200, height: 630 } as const;

/** The meta tags of the page for link previews (https://ogp.me). */
export const headTags = (edition: Edition, shared: Shared, language: Language, publicUrl: string): string => {
  const { nomination, company } = shared;
  const { texts, year } = edition;
  const name = `${texts.name[language]} ${year}`;
  const title = [company?.name[language], nomination?.title[language], name].filter(Boolean).join(' · ');
  const description = plainText(company?.desc[language] ?? texts.hero.lead[language]);
  const query = queryOf(shared);
  query.set('lang', language);
  const properties: Readonly<Record<string, string>> = {
    'og:type': 'website',
    'og:site_name': name,
    'og:title': title,
    'og:description': description,
    'og:url': `${publicUrl}/?${query}`,
    'og:locale': LOCALES[language],
    'og:image': `${publicUrl}/share/card.png?${query}`,
    'og:image:type': 'image/png',
    'og:image:width': String(IMAGE_SIZE.width),
    'og:image:height': String(IMAGE_SIZE.height),
    'og:image:alt': title,
  };
  return [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    `<link rel="canonical" href="${escaped(`${publicUrl}/`)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    ...Object.entries(properties).map(([key, value]) => `<meta property="${key}" content="${escaped(value)}">`),
  ].join('');
};
