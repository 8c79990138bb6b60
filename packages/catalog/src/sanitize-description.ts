import { htmlTagNames } from 'html-tag-names';
import sanitizeHtml from 'sanitize-html';

const ALLOWED_TAGS = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a'];
/** Elements that stand in lines of their own. They become line breaks, so that their texts are not joined. */
const BLOCKS =
  `address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form h1
  h2 h3 h4 h5 h6 header hr legend main nav pre section summary table tbody td tfoot th thead tr`.split(/\s+/);
/** Elements without an effect of their own, and those that are renamed. */
const WRAPPERS = ['b', 'i', 'span', 'font', 'html', 'body', 'col', 'colgroup'];
/** Elements that vanish with their text. */
const WITHOUT_TEXT = ['script', 'style', 'textarea', 'option', 'xmp', 'xml'];
/** The elements of pasted documents of office programs. */
const OFFICE = /^(?:xml$|(?:m|o|v|w|x|st1):)/;
const KEPT = new Set([...ALLOWED_TAGS, ...BLOCKS, ...WRAPPERS]);
const ELEMENTS = new Set(htmlTagNames);

const ATTRIBUTE =
  /\s+(?:[^\s"'<>/=]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)|nowrap|noshade|compact|reversed|hidden|controls)/.source;
/** A comment, a declaration, a tag with its name, or else a single <. */
const MARKUP = new RegExp(`<!--[^]*?-->|<[!?][a-z[][^>]*>|</?([a-z][\\w:.-]*)(?:${ATTRIBUTE})*\\s*/?>|<`, 'gi');

/** Escapes each < that begins no markup, as in "CTR<1% and CPA<Target": a parser would take what follows for a tag. */
const withTextKept = (text: string): string =>
  text.replace(MARKUP, (found: string, name: string | undefined) => {
    const element = name?.toLowerCase();
    const isMarkup = element === undefined ? found !== '<' : ELEMENTS.has(element) || OFFICE.test(element);
    return isMarkup ? found : `&lt;${found.slice(1)}`;
  });

const STRUCTURE = new RegExp(`</?(?:p|br|ul|ol|li|${BLOCKS.join('|')})\\b`, 'i');

/** Turns the lines of a text without structure into paragraphs and line breaks. */
const withLinesKept = (text: string): string => {
  if (STRUCTURE.test(text)) return text;
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim().replace(/ *\n */g, '<br />'));
  return paragraphs.length > 1 ? paragraphs.map((each) => `<p>${each}</p>`).join('') : paragraphs.join('');
};

const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** An address that was written without its scheme, with it. */
const withScheme = (href: string): string => {
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(href)) return `mailto:${href}`;
  return /^(?:\/\/)?(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:[:/?#]|$)/u.test(href)
    ? `https://${href.replace(/^\/\//, '')}`
    : href;
};

/** The link normalised by the URL standard, or undefined if it is relative, malformed or of another scheme. */
const safeHref = (href: string): string | undefined =>
  [href, withScheme(href.trim())]
    .map((each) => URL.parse(each))
    .find((url) => url !== null && LINK_PROTOCOLS.has(url.protocol))?.href;

const isWeight = ({ style = '' }: sanitizeHtml.Attributes, weight: RegExp): boolean =>
  weight.test(/font-weight\s*:\s*(\w+)/i.exec(style)?.[1] ?? '');

// Word processors and their pages write the weight as a style: normal in <b>, bold in <span>.
const strong: sanitizeHtml.Transformer = (_name, attribs) => ({
  tagName: isWeight(attribs, /^(?:normal|lighter|[1-5]00)$/i) ? 'span' : 'strong',
  attribs: {},
});
const span: sanitizeHtml.Transformer = (_name, attribs) => ({
  tagName: isWeight(attribs, /^(?:bold|bolder|[6-9]00)$/i) ? 'strong' : 'span',
  attribs: {},
});

/** The breaks between blocks, without those beside a paragraph, a list, another break, or an end. */
const withBreaks = (html: string): string => {
  const tags = BLOCKS.filter((tag) => tag !== 'hr').join('|');
  const beside = '</?(?:p|ul|ol|li)>|<br />';
  return html
    .replace(/<\/?span>/g, '')
    .replace(/<\/t[dh]>\s*<t[dh]>/g, ' ')
    .replace(new RegExp(`(?:\\s*<(?:/?(?:${tags})|hr /)>\\s*)+`, 'g'), '<hr />')
    .replace(new RegExp(`(^|${beside})<hr />`, 'g'), '$1')
    .replace(new RegExp(`<hr />($|${beside})`, 'g'), '$1')
    .replaceAll('<hr />', '<br />')
    .replace(/<p>(?:\s|<br \/>)*<\/p>/g, '');
};

/** A description as the page shows it. */
export interface Description {
  /** Sanitised HTML. */
  readonly html: string;
  /** What went, without what has no effect on its own: elements like `<img>`, and `<a>` for a link without an address. */
  readonly removed: readonly string[];
}

/**
 * Reads a nominee's description (NM-11). Text that is not markup stays. Allows paragraphs, line breaks, emphasis, lists,
 * and http, https or mailto links that open in a new tab without an opener. Scripts, styles, event handlers and other tags
 * are removed; the text of harmless tags remains, and blocks become line breaks.
 */
export const readDescription = (source: string): Description => {
  const removed = new Set<string>();
  const anchor: sanitizeHtml.Transformer = (_name, { href = '' }) => {
    const address = safeHref(href);
    if (address !== undefined) {
      return { tagName: 'a', attribs: { href: address, rel: 'noopener nofollow', target: '_blank' } };
    }
    if (href !== '') removed.add('<a>');
    return { tagName: 'span', attribs: {} };
  };
  const html = sanitizeHtml(withLinesKept(withTextKept(source)), {
    allowedTags: [...ALLOWED_TAGS, ...BLOCKS, 'span'],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: WITHOUT_TEXT,
    transformTags: { b: strong, strong, i: 'em', span, a: anchor },
    onOpenTag: (name) => {
      if (!KEPT.has(name) && !OFFICE.test(name)) removed.add(`<${name}>`);
    },
  });
  return { html: withBreaks(html).trim(), removed: [...removed] };
};

/** Sanitises a nominee's description on the server, like `readDescription`. */
export const sanitizeDescription = (source: string): string => readDescription(source).html;

/** The text of sanitised HTML, without tags and surrounding blanks. */
export const textOf = (html: string): string => html.replace(/<[^>]*>/g, ' ').trim();
