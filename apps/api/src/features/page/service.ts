import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the built page keeps room for the inlined data, and where its nonces go. */
const DATA_MARK = '<!--laurel:data-->';
const NONCE_MARK = /__LAUREL_NONCE__/g;

/** JSON that can stand inside a script element: no tag can end it, no line separator can break it. */
export const inlineJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

export type Page = {
  /** The page with what it needs for its first paint, for one answer. */
  render(data: unknown, nonce: string): string;
  /** The folder of hashed files. */
  assetsDir: string;
};

/**
 * Reads the built web app.
 * @throws Error when the page has no place for its data: then it is not ours
 */
export const loadPage = async (webDir: string): Promise<Page> => {
  const html = await readFile(join(webDir, 'index.html'), 'utf8');
  if (!html.includes(DATA_MARK)) throw new Error(`${webDir}/index.html has no ${DATA_MARK}`);
  return {
    assetsDir: join(webDir, 'assets'),
    render: (data, nonce) =>
      html
        .replace(NONCE_MARK, nonce)
        .replace(DATA_MARK, () => `<script type="application/json" id="laurel-data">${inlineJson(data)}</script>`),
  };
};
