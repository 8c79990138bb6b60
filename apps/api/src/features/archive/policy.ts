import { LANGUAGES } from '@laurel/contracts/languages';
import type { PublicEdition } from '@laurel/contracts/public-edition';

/** An answer to archive: the path at which it is found later, and the one at which the site has it now. */
export type ArchivedPath = { path: string; from: string };

const PAGES = ['', 'decisions', 'record', 'record/report', 'record/witness'] as const;
/** The programs that check the log, which the record links. */
const VERIFIERS = ['/record/verify.html', '/record/verify.py'] as const;
const CALLS = ['/api/edition', '/api/vote/statistics', '/api/vote/turnout', '/api/decisions'] as const;
const LOG = ['checkpoint', 'key', 'status', 'result', 'report', 'policy'] as const;

/** The path of a page of a year in a language. */
export const pagePath = (year: number, page: string, language: string): string => `/${year}/${page}?lang=${language}`;

/** The font rules of the pages of a year, with fonts below its path. */
export const fontsBelow = (fontFaces: string, year: number): string =>
  fontFaces.replaceAll('/assets/', `/${year}/assets/`);

/** What an edition answers for good: its pages with their fonts and pictures, its calls, and the end of its public log. */
export const archivedPaths = ({ year, nominations }: PublicEdition, fontFaces: string): ArchivedPath[] => {
  const companies = nominations.flatMap(({ categories }) => categories.flatMap((category) => category.companies));
  const images = companies.flatMap(({ logo, picture }) => [logo, ...(picture ? [picture.src] : [])]);
  const fonts = [...fontFaces.matchAll(/url\(['"]?(\/assets\/[^'")]+)/g)].map(([, path = '']) => path);
  const same = [...CALLS, ...LOG.map((name) => `/log/${year}/${name}`), ...new Set(images)];
  return [
    ...LANGUAGES.flatMap((language) => [
      ...PAGES.map((page) => pagePath(year, page, language)).map((path) => ({ path, from: path })),
      { path: pagePath(year, 'share/card.png', language), from: `/share/card.png?lang=${language}` },
    ]),
    ...[...VERIFIERS, ...fonts].map((from) => ({ path: `/${year}${from}`, from })),
    ...same.map((path) => ({ path, from: path })),
  ];
};
