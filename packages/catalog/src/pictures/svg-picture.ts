import { checkSvg } from '../check-svg.ts';
import { type Violation, violation } from '../problem.ts';

/** How an SVG is shown: as it is, drawn into a bitmap once, or not at all. */
export type SvgUse = 'keep' | 'draw' | { readonly refused: Violation };

/** As many bytes may be kept; the edition's own limit for logos. */
const KEPT_BYTES = 64 * 1024;
const HEAVY: readonly string[] = ['cycle', 'shapes', 'deep'];
const MALFORMED: readonly string[] = ['xml', 'ampersand'];
/** An entity with markup can grow, and one from elsewhere is not there. Illustrator's entities are plain addresses. */
const ENTITY = /<!ENTITY\s+(?!\S+\s+(?:"[^"<&%]*"|'[^'<&%]*')\s*>)/i;
/** A drawing inside of a drawing is not checked. */
const NESTED = /data:image\/svg/i;

/**
 * Decides about an SVG. One with nothing but shapes is kept, because it scales; checkSvg has parsed all of it. Another one (styles,
 * document types of Illustrator, data of Inkscape) is drawn, so that only pixels reach visitors.
 */
export const useOfSvg = (text: string): SvgUse => {
  const faults = checkSvg(text);
  const rules = faults.map(({ rule }) => rule);
  if (rules.some((rule) => MALFORMED.includes(rule))) return { refused: violation('broken') };
  if (rules.some((rule) => HEAVY.includes(rule)) || ENTITY.test(text) || NESTED.test(text)) {
    return { refused: violation('svgUnsafe') };
  }
  return faults.length === 0 && Buffer.byteLength(text) <= KEPT_BYTES ? 'keep' : 'draw';
};

/** The bitmaps inside of an SVG. */
export const bitmapsIn = (text: string): Buffer[] =>
  [...text.matchAll(/data:image\/[a-z.+-]+;base64,([^"')]*)/gi)].map(([, content = '']) =>
    Buffer.from(content, 'base64'),
  );
