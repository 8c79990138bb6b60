import type { ResultsCategory } from '@laurel/contracts/console/calls/results';
import { winnersOf } from '@laurel/contracts/console/winners';
import { inLanguage, type Language } from '@laurel/contracts/languages';
import { ownName } from './sheet-parts.ts';

/** A winner in the press table. */
export type PressRow = {
  key: string;
  nomination: string;
  /** Empty if it has the nomination's name. */
  category: string;
  winner: string;
  link: string | null;
  share: string;
};

/** The winners in the edition's order; joint winners have a row each. @param drawn says that a draw chose the winner */
export const pressRows = (
  categories: readonly ResultsCategory[],
  language: Language,
  percent: (value: number) => string,
  drawn: string,
): PressRow[] =>
  categories.flatMap((category) =>
    winnersOf(category).map(({ company, name, link, share }) => ({
      key: `${category.nomination}/${category.niche}/${company}`,
      nomination: inLanguage(category.title, language),
      category: ownName(category, language) ?? '',
      winner: inLanguage(name, language),
      link,
      share: [percent(share ?? 0), ...(category.drawn === null ? [] : [drawn])].join(' · '),
    })),
  );

/** The winners as lines of text, for programs without tables. */
export const pressText = (title: string, rows: readonly PressRow[]): string =>
  [
    title,
    '',
    ...rows.map(({ nomination, category, winner, link, share }) => {
      const award = category === '' ? nomination : `${nomination}, ${category}`;
      return `${award}: ${winner} (${share})${link === null ? '' : ` ${link}`}`;
    }),
    '',
  ].join('\n');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The winners as a table of HTML, for mails and documents. @param head the titles of the five columns */
export const pressHtml = (title: string, head: readonly string[], rows: readonly PressRow[]): string => {
  const line = (tag: 'th' | 'td', cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<${tag} align="left">${cell}</${tag}>`).join('')}</tr>`;
  const body = rows.map(({ nomination, category, winner, link, share }) => {
    const address = link === null ? '' : `<a href="${escaped(link)}">${escaped(link)}</a>`;
    const [award, own, name] = [nomination, category, winner].map(escaped);
    return line('td', [award ?? '', own ?? '', `<b>${name}</b>`, address, escaped(share)]);
  });
  return `<p><b>${escaped(title)}</b></p><table border="1" cellpadding="6" cellspacing="0">${line('th', head.map(escaped))}${body.join('')}</table>`;
};
