import type { Edition } from '@laurel/catalog/edition';
import type { Language } from '@laurel/contracts/languages';
import { nomineePath, placeTitle } from '@laurel/contracts/nominee';
import { bindShortWords } from '@laurel/contracts/typography';
import { renderSVG } from 'uqr';
import type { Lettering } from '../../adapters/link-card/port.ts';
import { createPen, inColour, mark } from './card.policy.ts';
import { isVictory, labelOf, type Occasion } from './occasion.policy.ts';
import type { Shared } from './share.policy.ts';

export type Nominee = Required<Shared>;

/** What a badge shows. */
export type BadgeSubject = {
  readonly nominee: Nominee;
  readonly occasion: Occasion;
  readonly theme: 'dark' | 'light';
  readonly language: Language;
};

const WIDTH = 720;
const HEIGHT = 240;
/** Where the lines begin, and how wide they may be. */
const LEFT = 196;
const LINE = WIDTH - LEFT - 36;

/** The colours of a badge: its ground, edge, mark and occasion, and its other lines. A winner's is gold on either ground. */
const COLOURS = {
  dark: { ground: '#0e0c15', edge: '#f3cf7a', strong: '#f3cf7a', text: '#f6f2e9', soft: '#c9c2d6' },
  light: { ground: '#fffdf8', edge: '#c9973a', strong: '#7a5510', text: '#15111f', soft: '#4d4659' },
  won: { ground: '#f3cf7a', edge: '#a9781f', strong: '#241803', text: '#241803', soft: '#4a3408' },
} as const;

/** All texts of a badge: the occasion, the nomination with its category, and the awards. */
export const badgeTexts = (edition: Edition, { nominee, occasion, language }: BadgeSubject) => {
  const { nomination, category } = nominee;
  return {
    label: labelOf(occasion === 'vote' ? 'nominated' : occasion, edition, language),
    award: bindShortWords(placeTitle(nomination, category, language)),
    name: `${edition.texts.name[language]} ${edition.year}`,
  };
};

/** A badge for a nominee's own website, as SVG. All text is drawn as shapes. */
export const drawBadge = (edition: Edition, subject: BadgeSubject, lettering: Lettering): string => {
  const { occasion, theme } = subject;
  const { ground, edge, strong, text, soft } = COLOURS[isVictory(occasion) ? 'won' : theme];
  const pen = createPen(lettering);
  const { label, award, name } = badgeTexts(edition, subject);
  const lines = [
    {
      colour: strong,
      face: 'display',
      fit: pen.fit(label, 'display', { width: LINE, lines: 1, sizes: [46, 42, 38, 34, 30] }),
    },
    { colour: text, face: 'text', fit: pen.fit(award, 'text', { width: LINE, lines: 2, sizes: [28, 26, 24, 22, 20] }) },
    { colour: soft, face: 'text', fit: pen.fit(name, 'text', { width: LINE, lines: 1, sizes: [22, 20, 18] }) },
  ] as const;
  const heightOf = ({ fit }: (typeof lines)[number]) => fit.lines.length * fit.size * 1.25;
  let top = (HEIGHT - lines.reduce((sum, line) => sum + heightOf(line), 0)) / 2;
  const drawn = lines.map((line) => {
    const from = top;
    top += heightOf(line);
    return inColour(line.colour, pen.lines(line.fit, line.face, LEFT, from, 'start'));
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect x="2" y="2" width="${WIDTH - 4}" height="${HEIGHT - 4}" rx="34" fill="${ground}" stroke="${edge}" stroke-width="4"/>`,
    mark(44, 64, 4.3, strong),
    ...drawn,
    '</svg>',
  ].join('');
};

/** A QR code that leads to a nominee's page, as SVG. */
export const drawQr = ({ nomination, category, company }: Nominee, publicUrl: string): string =>
  renderSVG(publicUrl + nomineePath(nomination.tag, category.tag, company.tag), { ecc: 'M', border: 4, pixelSize: 24 });
