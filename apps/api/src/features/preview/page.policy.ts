import { LANGUAGE_SETTINGS, type Language } from '@laurel/contracts/languages';
import { accentStyle } from '../../http/accent.ts';
import { escaped } from '../../http/html.ts';
import { inlineJson } from '../../http/inline-json.ts';

/**
 * The policy of the shown page. It has an origin of its own (sandbox), so it reads and changes nothing that the voters' page
 * keeps in this browser, and it connects to nothing.
 */
export const shownPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    // Forms and links open what they open on the voters' page, but form-action lets no form be sent.
    'sandbox allow-scripts allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');

/** The parts of the built page that are replaced: language, title, data. */
const MARKS = ['<html lang="en">', '<!--laurel:head-->', '<!--laurel:data-->'] as const;

type Shown = { language: Language; title: string; data: object; now: Date; nonce: string; accent: string | undefined };

/** Puts a draft's data into the built page. @throws Error if the page is not the preview's build */
export const renderShown = (html: string, { language, title, data, now, nonce, accent }: Shown): string => {
  const parts = [
    `<html lang="${language}" dir="${LANGUAGE_SETTINGS[language].direction}">`,
    `<title>${escaped(title)}</title><style nonce="${nonce}">${accentStyle(accent)}</style>`,
    `<script type="application/json" id="laurel-data">${inlineJson(data)}</script><data id="laurel-now" value="${now.toISOString()}" nonce="${nonce}"></data>`,
  ];
  return MARKS.reduce((page, mark, index) => {
    if (!page.includes(mark)) throw new Error(`the built preview has no ${mark}`);
    return page.replace(mark, () => parts[index] ?? '');
  }, html);
};
