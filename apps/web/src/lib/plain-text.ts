const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

/**
 * The text of a nominee's description, which has only the few elements that the import allows. It is text, not markup.
 */
export const plainText = (html: string): string =>
  html
    .replace(/<(?:br|p|ul|ol|li|\/p|\/ul|\/ol|\/li)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .replace(/ {2,}/g, ' ')
    .trim();
