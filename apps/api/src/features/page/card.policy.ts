import type { Edition, Nomination } from '@laurel/catalog/edition';
import type { Language } from '@laurel/contracts/languages';
import type { Face, Lettering } from '../../adapters/link-card/port.ts';
import { IMAGE_SIZE, type Shared } from './share.policy.ts';

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

/** The rays behind the text, each a thin wedge from above the corner. */
const rays = (): string => {
  const wedge = (turn: number) => `<path d="M0 0L-22 1400L22 1400Z" transform="rotate(${turn})"/>`;
  const turns = Array.from({ length: 21 }, (_, index) => index * 9 - 90);
  return `<g transform="translate(1020 -60)" fill="url(#ray)">${turns.map(wedge).join('')}</g>`;
};

/** A dark circle with light behind it: in the corner, or rising from below. */
const body = (x: number, y: number, radius: number): string =>
  `<circle cx="${x}" cy="${y}" r="${radius * 1.5}" fill="url(#glow)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="#0b0911" stroke="#ffe9b8" stroke-width="3"/>`;

const STAGES: Readonly<Record<Nomination['backgroundName'], () => string>> = {
  '': () => body(760, 1_160, 640),
  sphere: () => body(1_090, -40, 330),
  radiance: rays,
};

const MARK =
  '<g transform="translate(80 64) scale(1.7)" fill="none" stroke="#f3cf7a" stroke-width="1.7" stroke-linecap="round"><path d="M8 3C3 8 3 17 9.5 22.5M18 3c5 5 5 14-1.5 19.5M5.3 8.5c2 .2 3.2 1.3 3.6 3M4.6 13.5c2.2-.2 3.7.7 4.5 2.3M20.7 8.5c-2 .2-3.2 1.3-3.6 3M21.4 13.5c-2.2-.2-3.7.7-4.5 2.3"/></g>';

/** The address of a logo for use in an SVG, by its public name; undefined if its file type can't be drawn. */
export type LogoHref = (publicName: string) => string | undefined;

const picture = (href: string | undefined, x: number, y: number, size: number): string =>
  href === undefined ? '' : `<image x="${x}" y="${y}" width="${size}" height="${size}" href="${href}"/>`;

/** The preview image of a shared link, as SVG: the nominee, the nomination and the awards. All text is drawn as shapes. */
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

  // Logos of the nominees: of the nomination, or the first of each nomination.
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
