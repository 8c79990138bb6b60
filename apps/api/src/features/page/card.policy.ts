import type { Company, Edition, Nomination } from '@laurel/catalog/edition';
import { graphemesOf } from '@laurel/contracts/graphemes';
import { type InLanguages, inLanguage, type Language } from '@laurel/contracts/languages';
import { placeTitle } from '@laurel/contracts/nominee';
import { bindShortWords } from '@laurel/contracts/typography';
import type { Face, Lettering } from '../../adapters/link-card/port.ts';
import { type FittedText, fitText, type TextBox, wordsOf } from './card-text.policy.ts';
import { isVictory, labelOf, type Occasion } from './occasion.policy.ts';
import { type CardFormat, IMAGE_SIZES, type Shared } from './share.policy.ts';

/** What an image shows. */
export type CardSubject = {
  readonly shared: Shared;
  readonly occasion: Occasion;
  readonly format: CardFormat;
  readonly language: Language;
};

/** The URL of a logo for use in an SVG, by its public name; undefined if its file type can't be drawn. */
export type LogoHref = (publicName: string) => string | undefined;

const EDGE = 80;
const LEADING = 1.1;
/** A line's baseline, as a share of its height. */
const BASELINE = 0.82;
const IVORY = '#f6f2e9';
const SOFT = '#c9c2d6';
const GOLD = '#f3cf7a';

/** The colours of the gradients. Drawn letters are upside down in their own coordinates, so gold starts at the bottom. */
const DEFS = [
  '<defs><radialGradient id="glow"><stop offset="0.66" stop-color="#ffd98a" stop-opacity="0.6"/><stop offset="0.72" stop-color="#d8965a" stop-opacity="0.25"/><stop offset="0.8" stop-color="#7b5cff" stop-opacity="0.22"/><stop offset="1" stop-color="#7b5cff" stop-opacity="0"/></radialGradient>',
  `<radialGradient id="ray" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1050"><stop offset="0" stop-color="${GOLD}" stop-opacity="0.24"/><stop offset="1" stop-color="${GOLD}" stop-opacity="0"/></radialGradient>`,
  '<radialGradient id="stage" cx="0.9" cy="0" r="1"><stop offset="0" stop-color="#2a2147"/><stop offset="1" stop-color="#08070c"/></radialGradient>',
  '<linearGradient id="gold" x2="0" y2="1"><stop offset="0" stop-color="#c9973a"/><stop offset="0.4" stop-color="#f3cf7a"/><stop offset="1" stop-color="#fff4d6"/></linearGradient></defs>',
].join('');

/** The rays behind the text, each a thin wedge from above the corner. */
const rays = (): string => {
  const wedge = (turn: number) => `<path d="M0 0L-22 1400L22 1400Z" transform="rotate(${turn})"/>`;
  const turns = Array.from({ length: 21 }, (_, index) => index * 9 - 90);
  return `<g transform="translate(1020 -60)" fill="url(#ray)">${turns.map(wedge).join('')}</g>`;
};

/** A dark circle with light behind it. */
const eclipse = (x: number, y: number, radius: number): string =>
  `<circle cx="${x}" cy="${y}" r="${radius * 1.5}" fill="url(#glow)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="#0b0911" stroke="#ffe9b8" stroke-width="3"/>`;

/** Draws the background of a nomination: in a corner, or at the bottom. */
const STAGES: Readonly<Record<Nomination['backgroundName'], () => string>> = {
  '': () => eclipse(760, 1_160, 640),
  sphere: () => eclipse(1_090, -40, 330),
  radiance: rays,
};

/** The mark of the awards. */
export const mark = (x: number, y: number, scale: number, colour = GOLD): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="1.7" stroke-linecap="round"><path d="M8 3C3 8 3 17 9.5 22.5M18 3c5 5 5 14-1.5 19.5M5.3 8.5c2 .2 3.2 1.3 3.6 3M4.6 13.5c2.2-.2 3.7.7 4.5 2.3M20.7 8.5c-2 .2-3.2 1.3-3.6 3M21.4 13.5c-2.2-.2-3.7.7-4.5 2.3"/></g>`;

const picture = (href: string | undefined, x: number, y: number, size: number): string =>
  href === undefined ? '' : `<image x="${x}" y="${y}" width="${size}" height="${size}" href="${href}"/>`;

/** The alignment of a block of text. */
type Anchor = 'start' | 'middle';

export const createPen = ({ width, draw, covers }: Lettering) => {
  /** A text in the largest size that fits; without lines if a character has no font: a part of a name is a wrong name. */
  const fit = (text: string, face: Face, box: TextBox): FittedText =>
    covers(text, face)
      ? fitText(text, box, (part, size) => width(part, face, size))
      : { size: box.sizes.at(-1) ?? 1, lines: [] };
  const lines = (text: FittedText, face: Face, x: number, top: number, anchor: Anchor): string =>
    text.lines
      .map((line, index) => {
        const from = anchor === 'start' ? x : x - width(line, face, text.size) / 2;
        return draw(line, face, from, top + (index + BASELINE) * text.size * LEADING, text.size);
      })
      .join('');
  return { fit, lines, draw, width, covers };
};
type Pen = ReturnType<typeof createPen>;

const heightOf = ({ lines, size }: FittedText): number => lines.length * size * LEADING;

export const inColour = (colour: string, drawn: string): string =>
  drawn === '' ? '' : `<g fill="${colour}" stroke="${colour}" stroke-width="0" stroke-linejoin="round">${drawn}</g>`;

type Nominee = CardSubject & { readonly nomination: Nomination; readonly company: Company };

const LARGE = { name: [120, 104, 92, 80, 70, 60, 50], award: [44, 38, 32], anchor: 'middle' } as const;
/**
 * The layout of each format, pixels: the sizes of a nominee's lines; the centre of the portrait and its radius; where the text
 * stands, and its middle; the baseline of the awards' name, and the top of the sponsors' line. A story has nothing where networks put their own controls.
 */
const LAYOUTS = {
  wide: {
    label: 42,
    name: [84, 72, 62, 54, 46, 40],
    award: [36, 32, 28],
    portrait: [250, 360, 142],
    text: [450, 360],
    anchor: 'start',
    masthead: 97,
    sponsors: 572,
  },
  tall: { ...LARGE, label: 52, portrait: [540, 500, 270], text: [540, 1_060], masthead: 122, sponsors: 1_270 },
  square: {
    ...LARGE,
    label: 46,
    name: LARGE.name.slice(3),
    portrait: [540, 375, 170],
    text: [540, 800],
    masthead: 112,
    sponsors: 1_010,
  },
  story: { ...LARGE, label: 56, portrait: [540, 780, 320], text: [540, 1_390], masthead: 330, sponsors: 1_610 },
} as const;
const PARTNERS: InLanguages<string> = { en: 'Partners:', uk: 'Партнери:' };
/** The gaps below a nominee's label and name, pixels. */
const GAPS = { label: 14, name: 24 };

/** A nominee's logo in the light of the eclipse, or its first letter if the logo can't be drawn. */
const portrait = (of: Nominee, pen: Pen, logoHref: LogoHref, [x, y, radius]: readonly [number, number, number]) => {
  const size = radius * 1.04;
  const href = logoHref(of.company.logo);
  const initial = (graphemesOf(of.company.name[of.language])[0] ?? '').toUpperCase();
  const inside =
    href === undefined
      ? inColour('url(#gold)', pen.lines({ size: radius, lines: [initial] }, 'display', x, y - radius * 0.6, 'middle'))
      : picture(href, x - size / 2, y - size / 2, size);
  return eclipse(x, y, radius) + inside;
};

/** The lines about a nominee: the occasion, the name, the award. */
const linesOf = (edition: Edition, of: Nominee, pen: Pen, width: number) => {
  const { label, name, award } = LAYOUTS[of.format];
  return {
    label: { size: label, lines: [labelOf(of.occasion, edition, of.language)] },
    name: pen.fit(bindShortWords(of.company.name[of.language]), 'display', { width, lines: 3, sizes: name }),
    award: pen.fit(bindShortWords(placeTitle(of.nomination, of.shared.category, of.language)), 'text', {
      width,
      lines: 3,
      sizes: award,
    }),
  };
};

/** The tops of a nominee's blocks of text, relative to the first one, and the height of all. */
const stackOf = ({ label, name, award }: ReturnType<typeof linesOf>) => {
  const nameTop = heightOf(label) + GAPS.label;
  const awardTop = nameTop + heightOf(name) + GAPS.name;
  return { nameTop, awardTop, height: awardTop + heightOf(award) };
};

/** Draws a nominee's text, vertically centred at `middle`. */
const drawLines = (
  of: Nominee,
  text: ReturnType<typeof linesOf>,
  pen: Pen,
  x: number,
  middle: number,
  anchor: Anchor,
) => {
  const { nameTop, awardTop, height } = stackOf(text);
  const top = middle - height / 2;
  return [
    inColour(GOLD, pen.lines(text.label, 'text', x, top, anchor)),
    inColour(isVictory(of.occasion) ? 'url(#gold)' : IVORY, pen.lines(text.name, 'display', x, top + nameTop, anchor)),
    inColour(SOFT, pen.lines(text.award, 'text', x, top + awardTop, anchor)),
  ].join('');
};

const drawNominee = (edition: Edition, of: Nominee, pen: Pen, logoHref: LogoHref): string => {
  const { portrait: place, text, anchor } = LAYOUTS[of.format];
  const [x, middle] = text;
  const width = IMAGE_SIZES[of.format].width - EDGE - (anchor === 'start' ? x : EDGE);
  const lines = linesOf(edition, of, pen, width);
  return portrait(of, pen, logoHref, place) + drawLines(of, lines, pen, x, middle, anchor);
};

/** The name of the awards with the mark. */
const masthead = (text: string, format: CardFormat, pen: Pen): string => {
  const name = pen.covers(text, 'text') ? text : '';
  const { anchor, masthead: y } = LAYOUTS[format];
  if (anchor === 'start') return mark(EDGE, y - 33, 1.7) + inColour(IVORY, pen.draw(name, 'text', 142, y, 32));
  const size = 38;
  const from = (IMAGE_SIZES[format].width - pen.width(name, 'text', size) - 74) / 2;
  return mark(from, y - 40, 2.1) + inColour(IVORY, pen.draw(name, 'text', from + 74, y, size));
};

/** The headline of the awards or of a nomination, with the logos of its nominees. The hero's accent is gold. */
const overview = (edition: Edition, { shared, language }: CardSubject, pen: Pen, logoHref: LogoHref) => {
  const { nomination } = shared;
  const { hero } = edition.texts;
  const accent = nomination ? '' : (hero.accent?.[language] ?? '');
  const parts = [nomination?.title[language] ?? hero.title[language], accent].filter(Boolean);
  const whole = parts.map(bindShortWords).join(' ');
  const width = IMAGE_SIZES.wide.width - 2 * EDGE;
  const title = pen.fit(whole, 'display', { width, lines: 3, sizes: [80, 70, 62, 54, 46, 40] });
  const top = 165;
  let plainWords = wordsOf(whole).length - wordsOf(bindShortWords(accent)).length;
  const drawn = title.lines.map((line, index) => {
    const words = line.split(' ');
    const plain = words.slice(0, Math.max(0, plainWords)).join(' ');
    const gold = words.slice(Math.max(0, plainWords)).join(' ');
    plainWords -= words.length;
    const baseline = top + (index + BASELINE) * title.size * LEADING;
    const goldAt = plain === '' ? EDGE : EDGE + pen.width(`${plain} `, 'display', title.size);
    return [
      inColour(IVORY, plain === '' ? '' : pen.draw(plain, 'display', EDGE, baseline, title.size)),
      inColour('url(#gold)', gold === '' ? '' : pen.draw(gold, 'display', goldAt, baseline, title.size)),
    ].join('');
  });
  // All nominees of the nomination, or of the awards the first nominee of each nomination.
  const shown = nomination
    ? nomination.categories.flatMap(({ companies }) => companies)
    : edition.nominations.flatMap(({ categories }) =>
        categories.slice(0, 1).flatMap(({ companies }) => companies.slice(0, 1)),
      );
  const hrefs = [...new Set(shown.map(({ logo }) => logo))].flatMap((logo) => logoHref(logo) ?? []);
  const row = hrefs.slice(0, 9).map((href, index) => picture(href, EDGE + index * 116, 474, 92));
  return [...drawn, ...row].join('');
};

/** The sponsors of the category or of the awards, by their names. */
const sponsorsOf = (edition: Edition, { shared, language }: CardSubject): string => {
  const names = (shared.category?.sponsors ?? edition.sponsors ?? []).map(({ name }) => name);
  return names.length === 0 ? '' : `${inLanguage(PARTNERS, language)} ${names.join(' · ')}`;
};

const sponsorsLine = (edition: Edition, subject: CardSubject, pen: Pen): string => {
  const { anchor, sponsors: top } = LAYOUTS[subject.format];
  const { width } = IMAGE_SIZES[subject.format];
  const box = { width: width - 2 * EDGE, lines: 1, sizes: [26, 23, 20] };
  const line = pen.fit(sponsorsOf(edition, subject), 'text', box);
  return inColour(SOFT, pen.lines(line, 'text', anchor === 'start' ? EDGE : width / 2, top, anchor));
};

/** All texts that an image may show. */
export const cardTexts = (edition: Edition, subject: CardSubject): string => {
  const { shared, occasion, language } = subject;
  const { name, hero } = edition.texts;
  const { nomination, category, company } = shared;
  const texts = [name, hero.title, hero.accent, nomination?.title, category?.name, company?.name];
  return [
    ...texts.map((each) => each?.[language]),
    labelOf(occasion, edition, language),
    edition.year,
    '·…',
    sponsorsOf(edition, subject),
  ].join(' ');
};

/** The image of a shared link, as SVG: the nominee, the nomination or the awards. All text is drawn as shapes. */
export const drawCard = (edition: Edition, subject: CardSubject, lettering: Lettering, logoHref: LogoHref): string => {
  const { shared, format, language } = subject;
  const { nomination, company } = shared;
  const { width, height } = IMAGE_SIZES[format];
  const pen = createPen(lettering);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    DEFS,
    `<rect width="${width}" height="${height}" fill="#08070c"/><rect width="${width}" height="${height}" fill="url(#stage)"/>`,
    company ? '' : STAGES[nomination?.backgroundName ?? ''](),
    masthead(`${edition.texts.name[language]} ${edition.year}`, format, pen),
    nomination && company
      ? drawNominee(edition, { ...subject, nomination, company }, pen, logoHref)
      : overview(edition, subject, pen, logoHref),
    sponsorsLine(edition, subject, pen),
    '</svg>',
  ].join('');
};
