import { createHash } from 'node:crypto';
import type { Phase } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import { compressEnding, type Ending } from '../../http/gzip.ts';
import { iconsIn, stylesheetsIn, withoutStylesheets } from './policy.ts';
import { drawTops, readBuiltPage } from './store.ts';

/** Where the built page keeps room for its title, its drawn top and the inlined data, and where its nonces go. */
const HEAD_MARK = '<!--laurel:head-->';
const HEAD_END = '</head>';
const TOP_MARK = '<!--laurel:top-->';
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
  phase: Phase;
  now: Date;
};

/** A page for one answer: it ends with what all answers of that moment have in common. */
export type RenderedPage = { readonly beginning: string; readonly ending: Ending };

export type Page = {
  /** What a policy has to know of the styles inside the page: their hashes (CSP Level 3, § 2.3.1). */
  styleHashes: readonly string[];
  /** The page with what it needs for its first paint. */
  render(head: string, data: PageData, nonce: string): RenderedPage;
  /** What the page shows on tabs and home screens. */
  icons: ReturnType<typeof iconsIn>;
  /** Draws the page's top anew, after a moment of the edition was moved. */
  redraw(edition: PublicEdition): Promise<void>;
  /** The folder of hashed files. */
  assetsDir: string;
};

/**
 * Reads the built web app, and has it draw what stands on its first screen.
 * @throws Error when the page has no place for its data, or a nonce behind its head: then it is not ours
 */
export const loadPage = async (webDir: string, edition: PublicEdition): Promise<Page> => {
  const { html, assetsDir, stylesheet } = await readBuiltPage(webDir);
  const [head = '', body = '', ...more] = html.split(HEAD_END);
  const [before = '', after, ...others] = body.split(DATA_MARK);
  if (after === undefined || more.length + others.length > 0 || body.includes(NONCE_MARK)) {
    throw new Error(`${webDir}/index.html has no ${DATA_MARK}, more than one, or a nonce behind ${HEAD_END}`);
  }
  // Inside the page they cost no second way to the server; their files stay for what loads later.
  const styles = await Promise.all(stylesheetsIn(head).map(stylesheet));
  let tops = await drawTops(webDir, edition);
  let newest = 0;
  const beginning = withoutStylesheets(head);
  const styled = `${styles.map((css) => `<style>${css}</style>`).join('')}${HEAD_END}`;
  let known: { version: string; ending: Ending } | undefined;
  return {
    icons: iconsIn(head),
    assetsDir,
    redraw: async (moved) => {
      newest += 1;
      const own = newest;
      const drawn = await drawTops(webDir, moved);
      // One that was begun later knows better.
      if (own !== newest) return;
      tops = drawn;
      known = undefined;
    },
    styleHashes: styles.map((css) => `sha256-${createHash('sha256').update(css).digest('base64')}`),
    render: (tags, { shared, version, phase, now }, nonce) => {
      if (known?.version !== version) {
        const data = `<script type="application/json" id="laurel-data">${inlineJson(shared())}</script>`;
        known = {
          version,
          ending: compressEnding(styled + before.replace(TOP_MARK, () => tops[phase]) + data + after),
        };
      }
      const time = `<meta name="laurel-now" content="${now.toISOString()}">`;
      return {
        beginning: beginning.replaceAll(NONCE_MARK, nonce).replace(HEAD_MARK, () => tags + time),
        ending: known.ending,
      };
    },
  };
};
