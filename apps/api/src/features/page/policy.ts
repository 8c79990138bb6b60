import type { Edition } from '@laurel/catalog/edition';
import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import type { PublicEdition } from '@laurel/contracts/public-edition';

/** Crawlers may read the page and its images, but not the API. */
export const ROBOTS = [
  'User-agent: *',
  'Allow: /api/edition/logos/',
  'Allow: /api/edition/pictures/',
  'Disallow: /api/',
  'Disallow: /dev/',
  '',
].join('\n');

const STYLESHEET = /<link rel="stylesheet"[^>]*\bhref="\/assets\/([^"/]+)"[^>]*>/g;

/** The file names of the stylesheets that the built page links. */
export const stylesheetsIn = (html: string): string[] => [...html.matchAll(STYLESHEET)].map(([, name = '']) => name);

const INLINE_SCRIPT = /<script>(.*?)<\/script>/gs;
const ANY_SCRIPT = /<script\b.*?<\/script>|<link rel="modulepreload"[^>]*>/gs;
const LATER_STYLE = /<link rel="preload" as="style"/g;

/** The inline scripts of the built page. */
export const scriptsIn = (html: string): string[] => [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script);

/** Returns a browser that runs scripts to the whole page, from a link that somebody without scripts has shared. */
export const LEAVE_PLAIN = "const to = new URL(location.href); to.searchParams.delete('plain'); location.replace(to);";

/** The head of the page without scripts, with all its styles at once. */
export const plainHead = (head: string): string =>
  `${head.replaceAll(ANY_SCRIPT, '').replaceAll(LATER_STYLE, '<link rel="stylesheet"')}<script>${LEAVE_PLAIN}</script>`;

const isLocalized = (value: unknown): value is Readonly<Record<Language, string>> =>
  typeof value === 'object' &&
  value !== null &&
  LANGUAGES.every((language) => typeof Reflect.get(value, language) === 'string');

/**
 * The edition with the texts of one language, which the page shows. Names stay in every language: the search finds
 * nominees by each of them.
 */
export const inOneLanguage = (edition: PublicEdition, language: Language): unknown =>
  JSON.parse(
    JSON.stringify(edition, (key, value: unknown) =>
      key !== 'name' && isLocalized(value) ? { [language]: value[language] } : value,
    ),
  );

/** The page without the links to its stylesheets. */
export const withoutStylesheets = (html: string): string => html.replaceAll(STYLESHEET, '');

/** The `@font-face` rules of the stylesheets that load font files of the built page. */
export const fontFacesIn = (styles: readonly string[]): string =>
  styles
    .flatMap((css) => css.match(/@font-face\s*\{[^}]*\}/g) ?? [])
    .filter((rule) => rule.includes('/assets/'))
    .join('');

type Icon = { readonly src: string; readonly sizes: string; readonly type: string };

const ICON = /<link\b(?=[^>]*\brel="(?:apple-touch-)?icon")[^>]*\bhref="([^"]+\.(svg|png))"/g;

/** The icons that the built page links; the PNG is 192 pixels wide. */
export const iconsIn = (html: string): Icon[] =>
  [...html.matchAll(ICON)].map(([, src = '', kind]) =>
    kind === 'svg' ? { src, sizes: 'any', type: 'image/svg+xml' } : { src, sizes: '192x192', type: 'image/png' },
  );

/** The web app manifest (https://www.w3.org/TR/appmanifest/). */
export const manifestOf = ({ texts, year }: Edition, language: Language, icons: readonly Icon[]) => ({
  id: '/',
  lang: language,
  name: `${texts.name[language]} ${year}`,
  short_name: texts.name[language],
  start_url: '/',
  display: 'minimal-ui',
  background_color: '#08070c',
  theme_color: '#08070c',
  icons,
});
