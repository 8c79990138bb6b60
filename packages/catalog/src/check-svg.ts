import sanitizeHtml from 'sanitize-html';
import { type Violation, violation } from './problem.ts';

const DRAWING_TAGS = new Set(
  `svg g defs title desc symbol use path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer
  feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset feTurbulence`.split(/\s+/),
);
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const INNER_URL = /url\(\s*['"]?#[\w.-]+['"]?\s*\)/gi;
const FETCHING_CSS = /(url|image|image-set|src)\s*\(|@import|\\/i;

/** A rule that an SVG breaks, and the offending text (to find its line). */
export interface SvgFault extends Violation {
  readonly near: string;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

const attributeRule = (name: string, value: string): Violation | undefined => {
  const local = localName(name);
  if (name === 'xmlns' || name.startsWith('xmlns:')) return undefined;
  if (local.startsWith('on')) return violation('handler', { attribute: name });
  if (local === 'href' && !value.startsWith('#')) return violation('outside', { attribute: name });
  if (local === 'base' || local === 'src') return violation('outside', { attribute: name });
  if (FETCHING_CSS.test(value.replace(INNER_URL, ''))) return violation('outside', { attribute: name });
  return undefined;
};

const markupFaults = (svg: string): SvgFault[] => {
  const body = svg.replace(/^\uFEFF?\s*<\?xml\s[^>]*\?>/, (declaration) =>
    /encoding\s*=\s*["'](?!utf-8["'])/i.test(declaration) ? declaration : ' '.repeat(declaration.length),
  );
  const near = /<\?|<!(?!--)/.exec(body)?.[0];
  return near === undefined ? [] : [{ ...violation('doctype'), near }];
};

/**
 * Returns why an SVG must not be served from the site's own origin: scripts, event handlers, foreign content, styles,
 * animations and references outside the file. Only listed drawing elements are allowed.
 */
export const checkSvg = (svg: string): SvgFault[] => {
  const faults = markupFaults(svg);
  let root: { name: string; attribs: sanitizeHtml.Attributes } | undefined;
  const onOpenTag = (name: string, attribs: sanitizeHtml.Attributes): void => {
    root ??= { name, attribs };
    if (!DRAWING_TAGS.has(name)) faults.push({ ...violation('element', { element: `<${name}>` }), near: `<${name}` });
    for (const [attribute, value] of Object.entries(attribs)) {
      const rule = attributeRule(attribute, value);
      if (rule !== undefined) faults.push({ ...rule, near: attribute });
    }
  };
  sanitizeHtml(svg, { parser: { xmlMode: true }, allowedTags: [], allowedAttributes: {}, onOpenTag });
  if (root?.name !== 'svg' || root.attribs.xmlns !== SVG_NAMESPACE) {
    faults.push({ ...violation('svg', { namespace: SVG_NAMESPACE }), near: '<' });
  } else if (root.attribs.viewBox === undefined) {
    faults.push({ ...violation('viewBox'), near: '<svg' });
  }
  return faults;
};
