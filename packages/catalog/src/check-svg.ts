import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { type Violation, violation } from './problem.ts';
import { countShapes, MAX_DEPTH, MAX_SHAPES, type SvgElement } from './svg-drawing.ts';

const DRAWING_TAGS = new Set(
  `svg g defs title desc symbol use path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer
  feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset feTurbulence`.split(/\s+/),
);
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
/** Without a percent sign and a backslash: an encoded name would be found by a browser and not here. */
const INNER_URL = /url\(\s*(['"]?)#[^\s'"()\\%<>]+\1\s*\)/gi;
const INNER_HREF = /^#[^\s\\%]*$/;
const FETCHING_CSS = /(url|image|image-set|src)\s*\(|@import|\\/i;
const BARE_AMPERSAND = /&(?!(?:[a-z_][\w.-]*|#\d+|#x[\da-f]+);)/i;

/** The most faults that are reported of one file. */
const MAX_FAULTS = 20;

/** A rule that an SVG breaks, and where. */
export interface SvgFault extends Violation {
  readonly line: number;
  readonly column: number;
}

const attributeRule = ({ name, local, value }: SaxesAttributeNS): Violation | undefined => {
  const lower = local.toLowerCase();
  if (name === 'xmlns' || name.startsWith('xmlns:')) return undefined;
  if (lower.startsWith('on')) return violation('handler', { attribute: name });
  if (lower === 'href' && !INNER_HREF.test(value)) return violation('outside', { attribute: name });
  if (lower === 'base' || lower === 'src') return violation('outside', { attribute: name });
  if (FETCHING_CSS.test(value.replace(INNER_URL, ''))) return violation('outside', { attribute: name });
  return undefined;
};

const placeIn = (svg: string, offset: number) => {
  const before = svg.slice(0, Math.max(offset, 0)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

/** What is wrong with the XML; a bare & is found itself, because the parser reports where its entity would end. */
const xmlFault = (svg: string, error: Error, at: { line: number; column: number }): SvgFault => {
  // Comments may have it.
  const written = svg.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const ampersand = BARE_AMPERSAND.exec(written);
  if (ampersand) return { ...violation('ampersand'), ...placeIn(svg, ampersand.index) };
  const detail = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
  return { ...violation('xml', { detail }), ...at };
};

const viewBoxRule = ({ attributes }: SvgElement): Violation | undefined => {
  const viewBox = attributes.find(([name]) => name === 'viewBox')?.[1] ?? '';
  const [, , width = 0, height = 0, ...more] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return width > 0 && height > 0 && more.length === 0 ? undefined : violation('viewBox');
};

/** Parses an SVG, and checks elements and attributes on the way. */
const parse = (svg: string) => {
  const parser = new SaxesParser({ xmlns: true });
  const faults: SvgFault[] = [];
  const open: SvgElement[] = [];
  let root: (SvgElement & { readonly uri: string }) | undefined;
  let broken: SvgFault | undefined;
  let start = 0;
  const report = (rule: Violation | undefined, offset: number): void => {
    if (rule !== undefined && faults.length < MAX_FAULTS) faults.push({ ...rule, ...placeIn(svg, offset) });
  };

  parser.on('error', (error) => {
    broken ??= xmlFault(svg, error, { line: parser.line, column: parser.columnIndex + 1 });
  });
  const refuse = (): void => report(violation('doctype'), svg.lastIndexOf('<', parser.position));
  parser.on('doctype', refuse);
  parser.on('cdata', refuse);
  parser.on('processinginstruction', refuse);
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^utf-8$/i.test(encoding)) refuse();
  });
  parser.on('opentagstart', ({ name }) => {
    start = svg.lastIndexOf(`<${name}`, parser.position);
  });
  parser.on('opentag', ({ name, local, uri, attributes: given }) => {
    if (uri !== SVG_NAMESPACE || !DRAWING_TAGS.has(local)) {
      report(violation('element', { element: `<${name}>` }), start);
    }
    const values = Object.values(given);
    for (const attribute of values) report(attributeRule(attribute), start);
    const attributes = values.map((each) => [each.local, each.value] as const);
    const element = { name: local, uri, attributes, children: [] };
    root ??= element;
    if (open.length === MAX_DEPTH) report(violation('deep', { max: MAX_DEPTH }), start);
    if (open.length < MAX_DEPTH) open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(svg).close();
  return { root, faults, broken };
};

/**
 * Returns why an SVG can't be served from the site's own origin: it is not well-formed, so that no browser draws it; it
 * has scripts, event handlers, foreign content, styles, animations or references outside the file; or what its
 * references expand to would keep a browser busy. Only listed drawing elements are allowed.
 */
export const checkSvg = (svg: string): SvgFault[] => {
  const { root, faults, broken } = parse(svg);
  const start = placeIn(svg, svg.indexOf('<'));
  if (!root) return [{ ...violation('svg', { namespace: SVG_NAMESPACE }), ...start }];
  // An entity of a document type is not known here.
  if (broken && !faults.some(({ rule }) => rule === 'doctype')) faults.push(broken);
  if (root.name !== 'svg' || root.uri !== SVG_NAMESPACE) {
    // Each element is in the same wrong namespace.
    const others = faults.filter(({ rule }) => rule !== 'element' || root.uri === SVG_NAMESPACE);
    return [...others, { ...violation('svg', { namespace: SVG_NAMESPACE }), ...start }];
  }
  const viewBox = viewBoxRule(root);
  if (viewBox) faults.push({ ...viewBox, ...start });
  const shapes = countShapes(root);
  if (shapes === undefined) faults.push({ ...violation('cycle', { max: MAX_DEPTH }), ...start });
  else if (shapes > MAX_SHAPES) faults.push({ ...violation('shapes', { max: MAX_SHAPES }), ...start });
  return faults;
};
