import {
  type InLanguages,
  inLanguage,
  LANGUAGE_SETTINGS,
  LANGUAGES,
  type Language,
  localeOf,
} from '@laurel/contracts/languages';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import { bindShortWords } from '@laurel/contracts/typography';
import { accentStyle } from './accent.ts';
import { escaped } from './html.ts';
import { STYLE } from './plain-style.ts';
import { hashSource } from './security-headers.ts';

/** The parts of the edition that the plain pages show. */
export type Award = {
  name: Record<Language, string>;
  year: number;
  supportEmail: string;
  privacy: string | null;
  /** The title of a category by its name, nomination/category. */
  categories: ReadonlyMap<string, Record<Language, string>>;
  /** Its own accent colour. */
  accent?: string | undefined;
};

/** The content of a page. */
export type Content = {
  language: Language;
  title: string;
  main: string;
  /** Path and query for the other languages. */
  path: string;
  /** The path below which the pages of a past year are, such as /2025; empty for this year's pages. */
  base?: string;
  /** Instead of the page's title: a title with tags for link previews. */
  head?: string;
  /** After the frame: data and scripts. */
  end?: string;
};

type Options = {
  /** Whether there is a public record to link. */
  hasRecord: boolean;
  /** Whether the pages run scripts of the site, which read from it. */
  hasScripts?: boolean;
  /** Whether the pages show images of the site. */
  hasImages?: boolean;
  /** Additional CSS rules. */
  style?: string;
};

type FrameTexts = {
  languages: string;
  toAward: string;
  toThisYear: string;
  allDecisions: string;
  record: string;
  privacy: string;
};

const TEXTS: InLanguages<FrameTexts> = {
  en: {
    languages: 'Language',
    toAward: 'To the award',
    toThisYear: 'To this year’s award',
    allDecisions: 'All decisions',
    record: 'Public record',
    privacy: 'Privacy',
  },
  uk: {
    languages: 'Мова',
    toAward: 'До премії',
    toThisYear: 'До премії цього року',
    allDecisions: 'Усі рішення',
    record: 'Публічний реєстр',
    privacy: 'Приватність',
  },
};

const MARK =
  '<svg viewBox="0 0 26 26" aria-hidden="true"><path d="M8 3C3 8 3 17 9.5 22.5M18 3c5 5 5 14-1.5 19.5M5.3 8.5c2 .2 3.2 1.3 3.6 3M4.6 13.5c2.2-.2 3.7.7 4.5 2.3M20.7 8.5c-2 .2-3.2 1.3-3.6 3M21.4 13.5c-2.2-.2-3.7.7-4.5 2.3"/></svg>';

/** A text for an element: escaped, with spaces that do not break after short words. */
export const worded = (text: string): string => escaped(bindShortWords(text));

/** A day of the award's time zone, as an element. */
export const dateOf = (iso: string, language: Language): string => {
  const shown = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'long',
    timeZone: DISPLAY_TIME_ZONE,
  });
  return `<time datetime="${iso}">${escaped(shown.format(new Date(iso)))}</time>`;
};

/** A number with the language's grouping. */
export const countOf = (count: number, language: Language): string =>
  escaped(new Intl.NumberFormat(localeOf(language)).format(count));

/**
 * Makes the frame of the plain pages, and for an award the policy that allows its style, fonts and forms, and scripts and
 * images only where there are some.
 * @param fontFaces the font rules of the built page, empty without one
 */
export const createFrame = (
  fontFaces: string,
  { hasRecord, hasScripts = false, hasImages = false, style: more = '' }: Options,
) => {
  const styleOf = ({ accent }: Pick<Award, 'accent'>): string => `${fontFaces}${STYLE}${more}${accentStyle(accent)}`;
  const policyFor = (award: Pick<Award, 'accent'>): string =>
    [
      "default-src 'none'",
      `style-src ${hashSource(styleOf(award))}`,
      "font-src 'self'",
      ...(hasImages ? ["img-src 'self'"] : []),
      ...(hasScripts ? ["script-src 'self'", "connect-src 'self'"] : []),
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');
  const render = (award: Award, { language, title, main, path, base = '', head, end = '' }: Content): string => {
    const { name, year, supportEmail, privacy } = award;
    const texts = inLanguage(TEXTS, language);
    const root = escaped(base);
    const brand = escaped(`${name[language]} ${year}`);
    const languages = LANGUAGES.map((each) => {
      const current = each === language ? ' aria-current="true"' : '';
      return `<a href="${escaped(`${path}${path.includes('?') ? '&' : '?'}lang=${each}`)}" lang="${each}" hreflang="${each}"${current}>${LANGUAGE_SETTINGS[each].label}</a>`;
    }).join('');
    return [
      `<!doctype html><html lang="${language}" dir="${LANGUAGE_SETTINGS[language].direction}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark">',
      `${head ?? `<title>${worded(title)} · ${brand}</title>`}<style>${styleOf(award)}</style></head><body>`,
      `<header><a class="brand" href="${root}/">${MARK}<span>${brand}</span></a><nav aria-label="${worded(texts.languages)}">${languages}</nav></header>`,
      `<main>${main}</main>`,
      `<footer><a href="${root}/">${worded(texts.toAward)}</a><a href="${root}/decisions?lang=${language}">${worded(texts.allDecisions)}</a>`,
      hasRecord ? `<a href="${root}/record?lang=${language}">${worded(texts.record)}</a>` : '',
      privacy === null ? '' : `<a href="${escaped(privacy)}">${worded(texts.privacy)}</a>`,
      `<a href="mailto:${escaped(supportEmail)}">${escaped(supportEmail)}</a>`,
      base === '' ? '' : `<a href="/">${worded(texts.toThisYear)}</a>`,
      `</footer>${end}</body></html>`,
    ].join('');
  };
  return { policyFor, render };
};
