import sanitizeHtml from 'sanitize-html';

const ALLOWED_TAGS = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a'];
const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** The link as the URL standard reads it, or undefined where it is relative, malformed or of another scheme. */
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
  // An anchor that leads nowhere goes, its text stays. (Renaming it to a tag that is not allowed would leave a stray
  // end tag behind: sanitize-html remembers the new name for the next element at that depth.)
  exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && attribs.href === undefined ? 'excludeTag' : false),
};

/**
 * The server's half of NM-11: a nominee's description with nothing left in it but paragraphs, line breaks, emphasis,
 * lists and links. Links are http, https or mailto and open in a new tab without an opener. Scripts, styles, event
 * handlers and every other tag are dropped; the text of harmless tags stays.
 */
export const sanitizeDescription = (html: string): string => sanitizeHtml(html, OPTIONS).trim();

/** The text of sanitised HTML, without tags and surrounding blanks. */
export const textOf = (html: string): string => html.replace(/<[^>]*>/g, ' ').trim();
