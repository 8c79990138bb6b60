import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compressEnding, type Ending } from '../../lib/gzip.ts';
import { iconsIn } from './policy.ts';

/** Where the built page keeps room for its title and the inlined data, and where its nonces go. */
const HEAD_MARK = '<!--laurel:head-->';
const DATA_MARK = '<!--laurel:data-->';
const NONCE_MARK = '__LAUREL_NONCE__';

/** JSON that can stand inside a script element: no tag can end it, no line separator can break it. */
export const inlineJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

export type PageData = {
  /** What every visitor gets alike: edition, statistics, where to ask for the address. */
  shared(): unknown;
  /** Changes whenever `shared` does. */
  version: string;
  now: Date;
};

/** A page for one answer: it ends with what all answers of that moment have in common. */
export type RenderedPage = { readonly beginning: string; readonly ending: Ending };

export type Page = {
  /** The page with what it needs for its first paint. */
  render(head: string, data: PageData, nonce: string): RenderedPage;
  /** What the page shows on tabs and home screens. */
  icons: ReturnType<typeof iconsIn>;
  /** The folder of hashed files. */
  assetsDir: string;
};

/**
 * Reads the built web app.
 * @throws Error when the page has no place for its data, or a nonce behind it: then it is not ours
 */
export const loadPage = async (webDir: string): Promise<Page> => {
  const html = await readFile(join(webDir, 'index.html'), 'utf8');
  const [before, after, ...more] = html.split(DATA_MARK);
  if (before === undefined || after === undefined || more.length > 0 || after.includes(NONCE_MARK)) {
    throw new Error(`${webDir}/index.html has no ${DATA_MARK}, more than one, or a nonce behind it`);
  }
  let known: { version: string; ending: Ending } | undefined;
  return {
    icons: iconsIn(before),
    assetsDir: join(webDir, 'assets'),
    render: (head, { shared, version, now }, nonce) => {
      if (known?.version !== version) {
        known = { version, ending: compressEnding(`${inlineJson(shared())}</script>${after}`) };
      }
      const opening = `<script type="application/json" id="laurel-data" data-now="${now.toISOString()}">`;
      const top = before.replaceAll(NONCE_MARK, nonce).replace(HEAD_MARK, () => head);
      return { beginning: top + opening, ending: known.ending };
    },
  };
};
