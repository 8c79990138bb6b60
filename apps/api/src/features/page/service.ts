import { createHash } from 'node:crypto';
import { LANGUAGE_SETTINGS, type Language } from '@laurel/contracts/languages';
import type { Phase } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { StatisticsItem } from '@laurel/contracts/records';
import { compressEnding, type Ending } from '../../http/gzip.ts';
import { inlineJson } from '../../http/inline-json.ts';
import { fontFacesIn, iconsIn, stylesheetsIn, withoutStylesheets } from './policy.ts';
import { withShares } from './shares.policy.ts';
import { drawTops, readBuiltPage } from './store.ts';

/**
 * Parts of the built page that are replaced or extended: language, title, end of the head, rendered top, data, nonces.
 */
const HTML_START = '<html lang="en">';
const HEAD_MARK = '<!--laurel:head-->';
const HEAD_END = '</head>';
const TOP_MARK = '<!--laurel:top-->';
const DATA_MARK = '<!--laurel:data-->';
const NONCE_MARK = '__LAUREL_NONCE__';

export type PageData = {
  /** The data that is the same for every visitor: edition, statistics, turnout, the URL of the IP lookup. */
  shared(): { readonly statistics: readonly StatisticsItem[]; readonly [more: string]: unknown };
  /** Changes when `shared` changes. */
  version: string;
  phase: Phase;
  now: Date;
};

/** The languages of a page: that of the first screen, and that for browsers without scripts. */
export type PageLanguages = { readonly first: Language; readonly plain: Language };

/** A page for one response. The ending is shared by all responses until the data changes. */
export type RenderedPage = { readonly beginning: string; readonly ending: Ending };

export type Page = {
  /** The hashes of the inline styles, for the content security policy (CSP Level 3, § 2.3.1). */
  styleHashes: readonly string[];
  /** Renders the page with the data of its first paint. */
  render(head: string, data: PageData, languages: PageLanguages, nonce: string): RenderedPage;
  /** The icons for tabs and home screens. */
  icons: ReturnType<typeof iconsIn>;
  /** Renders the page's top again, after a phase was moved or an edition was imported. */
  redraw(edition: PublicEdition): Promise<void>;
  /** The folder of hashed files. */
  assetsDir: string;
  /** The font rules of its styles, for pages without scripts. */
  fontFaces: string;
};

/**
 * Reads the built web app and renders its first screen.
 * @throws Error if the page is not Laurel's build: it must have one end of the head, one placeholder for the data after
 *   that, and no nonce there
 */
export const loadPage = async (webDir: string, edition: PublicEdition): Promise<Page> => {
  const { html, assetsDir, stylesheet } = await readBuiltPage(webDir);
  const [head = '', body = '', ...more] = html.split(HEAD_END);
  const [before = '', after, ...others] = body.split(DATA_MARK);
  if (after === undefined || more.length + others.length > 0 || body.includes(NONCE_MARK)) {
    throw new Error(`${webDir}/index.html needs one ${HEAD_END}, and after it one ${DATA_MARK} and no ${NONCE_MARK}`);
  }
  // Inlined styles save a round trip; their files remain for chunks that load later.
  const styles = await Promise.all(stylesheetsIn(head).map(stylesheet));
  let tops = await drawTops(webDir, edition);
  let newest = 0;
  const beginning = withoutStylesheets(head);
  const styled = `${styles.map((css) => `<style>${css}</style>`).join('')}${HEAD_END}`;
  let known = { version: '', endings: new Map<string, Ending>() };
  return {
    icons: iconsIn(head),
    assetsDir,
    fontFaces: fontFacesIn(styles),
    redraw: async (moved) => {
      newest += 1;
      const own = newest;
      const drawn = await drawTops(webDir, moved);
      // A later call has begun: its result replaces this one.
      if (own !== newest) return;
      tops = drawn;
      known = { version: '', endings: new Map() };
    },
    styleHashes: styles.map((css) => `sha256-${createHash('sha256').update(css).digest('base64')}`),
    render: (tags, { shared, version, phase, now }, { first, plain }, nonce) => {
      if (known.version !== version) known = { version, endings: new Map() };
      const languages = `${first} ${plain}`;
      let ending = known.endings.get(languages);
      if (ending === undefined) {
        const common = shared();
        const data = `<script type="application/json" id="laurel-data">${inlineJson(common)}</script>`;
        const drawn = tops[phase];
        const top = first === plain ? drawn[first].page : drawn[first].screen + drawn[plain].plain;
        const filled = withShares(top, common.statistics, plain);
        ending = compressEnding(styled + before.replace(TOP_MARK, () => filled) + data + after);
        known.endings.set(languages, ending);
      }
      const time = `<meta name="laurel-now" content="${now.toISOString()}">`;
      const { direction } = LANGUAGE_SETTINGS[plain];
      const htmlStart = `<html lang="${plain}" dir="${direction}" data-first="${first}">`;
      return {
        beginning: beginning
          .replace(HTML_START, htmlStart)
          .replaceAll(NONCE_MARK, nonce)
          .replace(HEAD_MARK, () => tags + time),
        ending,
      };
    },
  };
};
