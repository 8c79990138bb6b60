import type { Category, Company, Edition, Nomination } from '@laurel/catalog/edition';
import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import type { Face, Lettering } from '../../adapters/link-card/port.ts';

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

type Measure = (text: string, size: number) => number;

/** Wraps text to lines of `width`. A word that is wider than a line is broken. */
export const wrap = (text: string, size: number, width: number, measure: Measure): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer, size) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (line !== '' && measure(line + character, size) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return line === '' ? lines : [...lines, line];
};

type TextBox = { readonly width: number; readonly lines: number; readonly sizes: readonly number[] };

/** The largest size at which a text fits with no broken word. At the smallest size it is truncated. */
export const fitText = (text: string, { width, lines, sizes }: TextBox, measure: Measure) => {
  const words = text.split(/\s+/);
  for (const size of sizes) {
    const wrapped = wrap(text, size, width, measure);
    if (wrapped.length <= lines && words.every((word) => measure(word, size) <= width)) return { size, lines: wrapped };
  }
  const size = sizes.at(-1) ?? 1;
  const wrapped = wrap(text, size, width, measure);
  if (wrapped.length <= lines) return { size, lines: wrapped };
  const kept = wrapped.slice(0, lines);
  return { size, lines: [...kept.slice(0, -1), `${(kept.at(-1) ?? '').slice(0, -1).trimEnd()}…`] };
};

const LEFT = 80;
const RIGHT = IMAGE_SIZE.width - LEFT;
const LEADING = 1.1;
const IVORY = '#f6f2e9';
const GOLD = '#f3cf7a';

/** The rays of the stage, each a thin wedge from above the corner. */
const rays = (): string => {
  const wedge = (turn: number) => `<path d="M0 0L-22 1400L22 1400Z" transform="rotate(${turn})"/>`;
  const turns = Array.from({ length: 21 }, (_, index) => index * 9 - 90);
  return `<g transform="translate(1020 -60)" fill="url(#ray)">${turns.map(wedge).join('')}</g>`;
};

/** The dark body with the light behind it: in the corner, or rising from below. */
const body = (x: number, y: number, radius: number): string =>
  `<circle cx="${x}" cy="${y}" r="${radius * 1.5}" fill="url(#glow)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="#0b0911" stroke="#ffe9b8" stroke-width="3"/>`;

const STAGES: Readonly<Record<Nomination['backgroundName'], () => string>> = {
  '': () => body(760, 1_160, 640),
  sphere: () => body(1_090, -40, 330),
  radiance: rays,
};

const MARK =
  '<g transform="translate(80 64) scale(1.7)" fill="none" stroke="#f3cf7a" stroke-width="1.7" stroke-linecap="round"><path d="M8 3C3 8 3 17 9.5 22.5M18 3c5 5 5 14-1.5 19.5M5.3 8.5c2 .2 3.2 1.3 3.6 3M4.6 13.5c2.2-.2 3.7.7 4.5 2.3M20.7 8.5c-2 .2-3.2 1.3-3.6 3M21.4 13.5c-2.2-.2-3.7.7-4.5 2.3"/></g>';

/** A logo as something an SVG can hold, by its public name; undefined where it is of a kind that can't be drawn. */
export type LogoHref = (publicName: string) => string | undefined;

const picture = (href: string | undefined, x: number, y: number, size: number): string =>
  href === undefined ? '' : `<image x="${x}" y="${y}" width="${size}" height="${size}" href="${href}"/>`;

/** A picture of what is shared: who, for what, at which awards. Everything written in it is shapes. */
export const drawCard = (
  edition: Edition,
  { nomination, category, company }: Shared,
  language: Language,
  { width, draw }: Lettering,
  logoHref: LogoHref,
): string => {
  const measureIn = (face: Face) => (text: string, size: number) => width(text, face, size);
  const { texts, year, nominations } = edition;
  const hero = [texts.hero.title[language], texts.hero.accent?.[language]].filter(Boolean).join(' ');
  const href = company && logoHref(company.logo);
  const left = href === undefined ? LEFT : LEFT + 224;
  const title = fitText(
    company?.name[language] ?? nomination?.title[language] ?? hero,
    { width: RIGHT - left, lines: 3, sizes: [80, 70, 62, 54, 46, 40] },
    measureIn('display'),
  );
  const several = nomination !== undefined && nomination.categories.length > 1;
  const award = [nomination?.title[language], several ? category?.name[language] : undefined]
    .filter(Boolean)
    .join(' · ');
  const over = company
    ? fitText(award, { width: RIGHT - LEFT, lines: 2, sizes: [38, 34, 30] }, measureIn('text'))
    : undefined;

  const block = title.lines.length * title.size * LEADING;
  const top = company ? 300 : 165;
  const middle = Math.max(top, company ? 412 - block / 2 : top);
  const lines = (text: { size: number; lines: string[] }, face: Face, x: number, y: number): string =>
    text.lines.map((line, index) => draw(line, face, x, y + (index + 0.82) * text.size * LEADING, text.size)).join('');

  // Some faces of those who stand in it; of all awards, one from each.
  const shown = nomination
    ? nomination.categories.flatMap(({ companies }) => companies)
    : nominations.flatMap(({ categories }) => categories.slice(0, 1).flatMap(({ companies }) => companies.slice(0, 1)));
  const hrefs = [...new Set(shown.map(({ logo }) => logo))].flatMap((logo) => logoHref(logo) ?? []).slice(0, 9);
  const row = company ? '' : hrefs.map((each, index) => picture(each, LEFT + index * 116, 474, 92)).join('');

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${IMAGE_SIZE.width}" height="${IMAGE_SIZE.height}" viewBox="0 0 1200 630">`,
    '<defs><radialGradient id="glow"><stop offset="0.66" stop-color="#ffd98a" stop-opacity="0.6"/><stop offset="0.72" stop-color="#d8965a" stop-opacity="0.25"/><stop offset="0.8" stop-color="#7b5cff" stop-opacity="0.22"/><stop offset="1" stop-color="#7b5cff" stop-opacity="0"/></radialGradient>',
    `<radialGradient id="ray" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1050"><stop offset="0" stop-color="${GOLD}" stop-opacity="0.24"/><stop offset="1" stop-color="${GOLD}" stop-opacity="0"/></radialGradient>`,
    '<radialGradient id="stage" cx="0.9" cy="0" r="1"><stop offset="0" stop-color="#2a2147"/><stop offset="1" stop-color="#08070c"/></radialGradient></defs>',
    '<rect width="1200" height="630" fill="#08070c"/><rect width="1200" height="630" fill="url(#stage)"/>',
    STAGES[nomination?.backgroundName ?? ''](),
    MARK,
    `<g fill="${IVORY}">${draw(`${texts.name[language]} ${year}`, 'text', 142, 97, 32)}</g>`,
    over ? `<g fill="${GOLD}">${lines(over, 'text', LEFT, 172)}</g>` : '',
    picture(href, LEFT, 324, 176),
    `<g fill="${IVORY}">${lines(title, 'display', left, middle)}</g>`,
    row,
    '</svg>',
  ].join('');
};
