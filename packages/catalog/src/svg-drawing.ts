/** An element of a drawing. */
export interface SvgElement {
  readonly name: string;
  /** By local name. A name may be there twice, with different prefixes. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: SvgElement[];
}

/** The most shapes that a drawing may have, each counted as often as it is drawn. */
export const MAX_SHAPES = 10_000;
/** How deep elements, and the elements that they refer to, may be nested. */
export const MAX_DEPTH = 100;

/** The cost of an element of a filter, in shapes: it works on every pixel. */
const FILTER_COST = 20;
/** The cost of a layer, which a filter, a mask or a clip path needs, in shapes. */
const LAYER_COST = 10;
const COSTS_NOTHING = /Gradient$|^(?:stop|title|desc)$/;

const attributeOf = ({ attributes }: SvgElement, name: string): string =>
  attributes.find(([each]) => each === name)?.[1] ?? '';

const costOf = (element: SvgElement): number => {
  if (COSTS_NOTHING.test(element.name)) return 0;
  const octaves = element.name === 'feTurbulence' ? Number(attributeOf(element, 'numOctaves')) || 1 : 1;
  return element.name.startsWith('fe') ? FILTER_COST * octaves : 1;
};

/** At least the number of vertices, each of which may have a marker. */
const verticesOf = (element: SvgElement): number => {
  const path = `${attributeOf(element, 'd')} ${attributeOf(element, 'points')}`;
  return (path.match(/[a-z]|\d*\.?\d+/gi)?.length ?? 0) + (element.name === 'line' ? 2 : 0);
};

type Size = { readonly shapes: number; readonly vertices: number };

/** The cost of what a property refers to: it applies to the element, or to each shape or vertex in it. */
const costBy = (property: string, { shapes, vertices }: Size, target: number): number => {
  if (/^(?:filter|mask|clip-path)$/.test(property)) return LAYER_COST + target;
  return target * (/^(?:fill|stroke)$/.test(property) ? shapes : Math.max(shapes, vertices));
};

type Reference = { readonly property: string; readonly id: string };

const referencesOf = ({ attributes }: SvgElement): Reference[] =>
  attributes.flatMap(([name, value]) => {
    if (name === 'href') return [{ property: name, id: value.slice(1) }];
    const declarations = name === 'style' ? value.split(';') : [`${name}:${value}`];
    return declarations.flatMap((declaration) => {
      const property = declaration.split(':', 1).join('').trim().toLowerCase();
      const ids = declaration.matchAll(/url\(\s*['"]?#([^\s'")]*)/gi);
      return [...ids].map(([, id = '']) => ({ property, id }));
    });
  });

const elementsById = (root: SvgElement): ReadonlyMap<string, readonly SvgElement[]> => {
  const found = new Map<string, SvgElement[]>();
  const waiting = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const id = attributeOf(next, 'id');
    const same = found.get(id);
    if (same) same.push(next);
    else if (id !== '') found.set(id, [next]);
    waiting.push(...next.children);
  }
  return found;
};

class EndlessError extends Error {}

/**
 * Counts what a renderer draws: an element that others refer to counts each time. Nested references multiply, so few
 * elements can keep a browser busy for minutes.
 * @returns an upper bound of the number of shapes; undefined if references form a cycle or are nested too deep
 */
export const countShapes = (root: SvgElement): number | undefined => {
  const byId = elementsById(root);
  const sizes = new Map<SvgElement, Size | 'open'>();
  const sizeOf = (element: SvgElement, depth: number): Size => {
    const known = sizes.get(element);
    if (known === 'open' || depth > MAX_DEPTH) throw new EndlessError();
    if (known) return known;
    sizes.set(element, 'open');
    const references = referencesOf(element).map(({ property, id }) => ({ property, targets: byId.get(id) ?? [] }));
    const copies = references.flatMap(({ property, targets }) => (property === 'href' ? targets : []));
    const parts = [...element.children, ...copies].map((part) => sizeOf(part, depth + 1));
    const own = parts.reduce(
      (sum, part) => ({ shapes: sum.shapes + part.shapes, vertices: sum.vertices + part.vertices }),
      { shapes: costOf(element), vertices: verticesOf(element) },
    );
    let { shapes } = own;
    for (const { property, targets } of references) {
      if (property === 'href') continue;
      for (const target of targets) shapes += costBy(property, own, sizeOf(target, depth + 1).shapes);
    }
    const size = { ...own, shapes };
    sizes.set(element, size);
    return size;
  };
  try {
    return sizeOf(root, 0).shapes;
  } catch (error) {
    if (error instanceof EndlessError) return undefined;
    throw error;
  }
};
