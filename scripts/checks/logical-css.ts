import { lineAt, type Problem, type Repository } from './repository.ts';

const sheet = /^apps\/(?:web|console)\/.*\.css$/;

/** Properties of one side of the screen: `margin-left`, `border-top-right-radius`, `left`. */
const physicalName = /(?:^|-)(?:left|right)(?:-|$)/;
/** Properties whose value may name a side. */
const sided = /^(?:text-align(?:-last)?|float|clear|caption-side|justify-(?:content|items|self))$/;
/** Shorthands of four sides: the second value is the right side, the fourth the left. */
const fourSides =
  /^(?:margin|padding|inset|border-(?:width|style|color)|scroll-(?:margin|padding)|mask-border-outset)$/;

/** The values of a shorthand, without dividing what is in brackets. */
const valuesOf = (value: string): string[] => {
  const values = [''];
  let depth = 0;
  for (const character of value.trim()) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0 && /\s/.test(character)) {
      if (values.at(-1) !== '') values.push('');
    } else values.push((values.pop() ?? '') + character);
  }
  return values;
};

/** Whether the four corners of a radius differ between left and right. */
const unevenCorners = (value: string): boolean =>
  value.split('/').some((part) => {
    const [topLeft, topRight = topLeft, bottomRight = topLeft, bottomLeft = topRight] = valuesOf(part);
    return topLeft !== topRight || bottomLeft !== bottomRight;
  });

/** Angles of a gradient that are the same in a mirror. */
const upright = /^(?:0|180|360|-180)deg$|^to (?:top|bottom)$|^var\(--to-(?:end|start)\)$/;
/** A length or share of nothing. */
const nothing = /^-?0[a-z%]*$/;
/** The middle, or a place that `--at-start` or `--at-end` mirrors. */
const mirrored = /^(?:50%|center|top|bottom)$|--(?:at-start|at-end|sign)\b/;

/** The advice for a declaration that depends on a side of the screen; undefined for any other. */
const sideOf = (name: string, value: string): string | undefined => {
  if (physicalName.test(name)) return 'write the logical property, like margin-inline-start';
  if (sided.test(name) && /\b(?:left|right)\b/.test(value)) return 'write start or end';
  if (fourSides.test(name)) {
    const [, right, , left] = valuesOf(value);
    if (left !== undefined && left !== right) return 'write its -block and -inline';
  }
  if (name === 'border-radius' && unevenCorners(value)) return 'write border-start-start-radius and its siblings';
  for (const [, direction = ''] of value.matchAll(/linear-gradient\(\s*(-?[\d.]+[a-z]+|to [a-z ]+|var\([^)]*\))/g)) {
    if (!upright.test(direction.trim())) return 'begin the gradient with var(--to-end)';
  }
  for (const [, x = ''] of value.matchAll(/-gradient\([^,]*?\bat ((?:calc|clamp|min|max)\([^,]*\)|[^\s,]+)/g)) {
    if (!mirrored.test(x) && !/^var\(--centre\)$/.test(x))
      return 'place the gradient with var(--at-start) or var(--at-end)';
  }
  if (/\btranslateX\(|\btranslate3d\(|\bskewX?\(/.test(value) && !value.includes('--sign'))
    return 'multiply by var(--sign)';
  const shift = name === 'translate' ? valuesOf(value)[0] : /\btranslate\(\s*([^,)]+)/.exec(value)?.[1];
  if (shift !== undefined && shift !== 'none' && !nothing.test(shift) && !shift.includes('--sign')) {
    return 'multiply the shift by var(--sign)';
  }
  if (/^(?:transform-origin|object-position|background-position|mask-position)$/.test(name)) {
    const [x = ''] = valuesOf(value);
    if (!mirrored.test(x)) return 'name the place with var(--at-start) or var(--at-end)';
  }
  return undefined;
};

/** Finds declarations in the styles of the page and the console that stay on one side of the screen where lines run from right to left. */
export function checkLogicalCss(repository: Repository): Problem[] {
  return repository.files
    .filter((file) => sheet.test(file))
    .flatMap((file) => {
      const text = repository.read(file).replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ' '));
      return [...text.matchAll(/(?<=[{;\s])([a-z][a-z-]*)\s*:\s*([^;{}]+)(?=[;}])/g)].flatMap((match) => {
        const [, name = '', value = ''] = match;
        const advice = sideOf(name, value);
        return advice === undefined
          ? []
          : [
              {
                file: `${file}:${lineAt(text, match.index)}`,
                message: `${name} names a side of the screen; ${advice}`,
              },
            ];
      });
    });
}
