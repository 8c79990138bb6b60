import DOMPurify from 'dompurify';

/** What the edition's loader lets through as well: whatever came past it, nothing else reaches the page. */
const RULES = {
  ALLOWED_TAGS: ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a'],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
};

/** Links in a description lead out of the site, and tell it nothing. */
DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

/** A nominee's description as HTML of paragraphs, line breaks, emphasis, lists and links, and nothing that runs or styles. */
export const sanitizeHtml = (html: string): TrustedHTML =>
  DOMPurify.sanitize(html, { ...RULES, RETURN_TRUSTED_TYPE: true });
