import { LANGUAGE_SETTINGS, type Language, plainPath } from '@laurel/contracts/languages';
import type { ShownPhase } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { StatisticsItem } from '@laurel/contracts/records';
import { accentStyle } from '../../http/accent.ts';
import { brotliBeginning, compressMiddle, type Middle } from '../../http/compressed-parts.ts';
import { escaped } from '../../http/html.ts';
import { inlineJson } from '../../http/inline-json.ts';
import { hashSource, type InlineHashes } from '../../http/security-headers.ts';
import { withPercentages } from './percentages.policy.ts';
import {
  fontFacesIn,
  iconsIn,
  inOneLanguage,
  LEAVE_PLAIN,
  plainHead,
  scriptsIn,
  stylesheetsIn,
  withoutStylesheets,
} from './policy.ts';
import { drawTops, readBuiltPage } from './store.ts';

/** Parts of the built page that are replaced or extended: language, title, end of the head, rendered top, data. */
const HTML_START = '<html lang="en">';
const HEAD_MARK = '<!--laurel:head-->';
const HEAD_END = '</head>';
const TOP_MARK = '<!--laurel:top-->';
const DATA_MARK = '<!--laurel:data-->';

export type PageData = {
  /** The data that is the same for every visitor: edition, statistics, turnout, the URL of the IP lookup. */
  shared(): {
    readonly edition: PublicEdition;
    readonly statistics: readonly StatisticsItem[];
    readonly [more: string]: unknown;
  };
  /** Changes when `shared` changes. */
  version: string;
  phase: ShownPhase;
  /** The award's own accent colour. */
  accent?: string | undefined;
  /** The id of the award's service for statistics. */
  analytics?: string | undefined;
  now: Date;
};

/** Which page a request gets. */
export type PageChoice = {
  /** The language of the page. */
  readonly language: Language;
  /** The language of its head, and of the page without scripts that it links. */
  readonly told: Language;
  /** Whether this is the page without scripts. */
  readonly plain: boolean;
};

/** A page for one response. The middle is shared by all responses until the data changes. */
export type RenderedPage = {
  readonly start: string;
  readonly middle: Middle;
  readonly end: string;
  /** The start and the middle in Brotli, kept for all pages with this start. */
  brotli(): Buffer;
};

export type Page = {
  /** The hashes of its inline scripts and styles, with that of an award's accent. */
  hashes(accent: string | undefined): InlineHashes;
  /** Renders the page with the data of its first paint. */
  render(head: string, data: PageData, choice: PageChoice, nonce: string): RenderedPage;
  /** The icons for tabs and home screens. */
  icons: ReturnType<typeof iconsIn>;
  /** Renders the page's top again, after a phase was moved or an edition was imported. */
  redraw(edition: PublicEdition): Promise<void>;
  /** The folder of hashed files. */
  assetsDir: string;
  /** The font rules of its styles, for pages without scripts. */
  fontFaces: string;
};

type Kept = { readonly middle: Middle; brotli?: { readonly start: string; readonly bytes: Buffer } };

/**
 * Reads the built web app and renders its first screen.
 * @throws Error if the page is not Laurel's build: it must have one placeholder each for its head and its data, and the
 *   end of the head between them
 */
export const loadPage = async (webDir: string, edition: PublicEdition): Promise<Page> => {
  const { html, assetsDir, stylesheet } = await readBuiltPage(webDir);
  const [intro = '', rest = '', ...heads] = html.split(HEAD_MARK);
  const [head = '', body = '', ...more] = rest.split(HEAD_END);
  const [top = '', closing, ...others] = body.split(DATA_MARK);
  if (closing === undefined || heads.length + more.length + others.length > 0) {
    throw new Error(`${webDir}/index.html needs one ${HEAD_MARK}, after it one ${HEAD_END}, and then one ${DATA_MARK}`);
  }
  // Inlined styles save a round trip; their files remain for chunks that load later.
  const styles = await Promise.all(stylesheetsIn(head).map(stylesheet));
  let tops = await drawTops(webDir, edition);
  let newest = 0;
  const hashes = { scripts: [...scriptsIn(head), LEAVE_PLAIN].map(hashSource), styles: styles.map(hashSource) };
  const styled = styles.map((css) => `<style>${css}</style>`).join('');
  const unstyled = withoutStylesheets(head);
  let known = { version: '', pages: new Map<string, Kept>() };

  const middleOf = ({ shared, phase, accent }: PageData, { language, plain }: PageChoice): Middle => {
    const common = shared();
    const drawn = tops[phase][language];
    const shown = plain ? withPercentages(drawn.plain, common.statistics, language) : drawn.screen;
    const data = { ...common, edition: inOneLanguage(common.edition, language) };
    const inlined = plain ? '' : `<script type="application/json" id="laurel-data">${inlineJson(data)}</script>`;
    const own = accent === undefined ? '' : `<style>${accentStyle(accent)}</style>`;
    return compressMiddle(
      (plain ? plainHead(unstyled) : unstyled) + styled + own + HEAD_END + top.replace(TOP_MARK, () => shown) + inlined,
    );
  };

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
      known = { version: '', pages: new Map() };
    },
    hashes: (accent) =>
      accent === undefined ? hashes : { ...hashes, styles: [...hashes.styles, hashSource(accentStyle(accent))] },
    render: (tags, data, choice, nonce) => {
      const { version, now } = data;
      const { language, told, plain } = choice;
      if (known.version !== version) known = { version, pages: new Map() };
      const key = `${language} ${told} ${plain}`;
      const kept = known.pages.get(key) ?? { middle: middleOf(data, choice) };
      known.pages.set(key, kept);
      const { direction } = LANGUAGE_SETTINGS[language];
      const htmlStart = `<html lang="${language}" dir="${direction}" data-first="${language}">`;
      const refresh = `<noscript><meta http-equiv="refresh" content="0; url=${escaped(plainPath(told))}"></noscript>`;
      const start = intro.replace(HTML_START, htmlStart) + tags + (plain ? '' : refresh);
      return {
        start,
        middle: kept.middle,
        end: `<data id="laurel-now" value="${now.toISOString()}" nonce="${nonce}"></data>${closing}`,
        brotli: () => {
          if (kept.brotli?.start !== start) {
            kept.brotli = { start, bytes: brotliBeginning(start + kept.middle.plain.toString()) };
          }
          return kept.brotli.bytes;
        },
      };
    },
  };
};
