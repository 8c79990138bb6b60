import { posix } from 'node:path';
import { LANGUAGES } from '@laurel/contracts/languages';

const PAGE = /^\/(\d{4})\/([a-z/]*)\?lang=(\w+)$/;
const IMAGE = /^(\/\d{4}\/share\/card)\.png\?lang=(\w+)$/;
const LINK = /((?:href|src)="|url\(['"]?)(\/[^"'#)]+)/g;
const [FIRST] = LANGUAGES;

/** The name of the file for a path: a page in the first language is the folder's index, in another one that of a folder below. */
const nameOf = (path: string): string => {
  const [, year, page = '', language] = PAGE.exec(path) ?? [];
  const [, card, shown] = IMAGE.exec(path) ?? [];
  if (card !== undefined) return `${card}-${shown}.png`.slice(1);
  if (year === undefined) return path === '/api/edition' ? 'api/edition.json' : path.slice(1);
  return posix.join(year, language === FIRST ? '' : (language ?? ''), page, 'index.html');
};

/**
 * The files of a static site that shows an archived edition on any web server, or opened from a folder: its stored answers, whose links
 * to each other are relative. Links to anything else, such as the award of today, stay.
 * @param answers bodies by the path that the site has them at
 */
export const siteFiles = (answers: ReadonlyMap<string, Buffer>): Map<string, Buffer> => {
  const names = new Map([...answers.keys()].map((path) => [path, nameOf(path)]));
  const linked = (path: string, body: Buffer): Buffer => {
    const own = PAGE.exec(path)?.[3];
    if (own === undefined) return body;
    const folder = posix.dirname(nameOf(path));
    return Buffer.from(
      body.toString().replace(LINK, (whole, before: string, link: string) => {
        const to = link.replaceAll('&amp;', '&');
        const name = names.get(to) ?? names.get(`${to}?lang=${own}`);
        return name === undefined ? whole : before + posix.relative(folder, name);
      }),
    );
  };
  return new Map([...answers].map(([path, body]) => [nameOf(path), linked(path, body)]));
};
