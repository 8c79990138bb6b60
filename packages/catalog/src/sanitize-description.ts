import sanitizeHtml from 'sanitize-html';

const ALLOWED_TAGS = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a'];
const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** The link normalised by the URL standard, or undefined if it is relative, malformed or of another scheme. */
const safeHref = (href: string | undefined): string | undefined => {
  const url = URL.parse(href ?? '');
  return url !== null && LINK_PROTOCOLS.has(url.protocol) ? url.href : undefined;
};

const transformAnchor = (tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
  const href = safeHref(attribs.href);
  return { tagName, attribs: href === undefined ? {} : { href, rel: 'noopener nofollow', target: '_blank' } };
};

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: { b: 'strong', i: 'em', a: transformAnchor },
  // Drops an anchor without a valid link and keeps its text. Renaming it to a disallowed tag would leave a stray end tag:
  // sanitize-html remembers the new name for the next element at that depth.
  exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && attribs.href === undefined ? 'excludeTag' : false),
};

/**
 * Sanitises a nominee's description on the server (NM-11). Allows paragraphs, line breaks, emphasis, lists, and http, https
 * or mailto links that open in a new tab without an opener. Scripts, styles, event handlers and other tags are removed; the
 * text of harmless tags remains.
 */
export const sanitizeDescription = (html: string): string => sanitizeHtml(html, OPTIONS).trim();

/** The text of sanitised HTML, without tags and surrounding blanks. */
export const textOf = (html: string): string => html.replace(/<[^>]*>/g, ' ').trim();
