// Prints the weight of the repository: lines of TypeScript and SQL by area, product apart from tests, and words of `docs/`.
import { join } from 'node:path';
import { openRepository } from './checks/repository.ts';

const { files, read } = openRepository(join(import.meta.dirname, '..'));
const isTest = (file: string): boolean => /^tests\/|\.(test|spec)\.tsx?$|\/testing[/.-]/.test(file);
/** The workspace of a file, or its first folder. */
const areaOf = (file: string): string => /^(?:(?:apps|packages|tests)\/[^/]+|[^/]+(?=\/))/.exec(file)?.[0] ?? 'root';

const areas = new Map<string, { product: number; tests: number }>();
let words = 0;
for (const file of files) {
  if (/\.(tsx?|sql)$/.test(file)) {
    const area = areas.get(areaOf(file)) ?? { product: 0, tests: 0 };
    area[isTest(file) ? 'tests' : 'product'] += read(file).split('\n').length - 1;
    areas.set(areaOf(file), area);
  } else if (/^docs\/.*\.md$/.test(file)) words += read(file).split(/\s+/).length;
}

const rows = [...areas].sort(([, a], [, b]) => b.product + b.tests - a.product - a.tests);
const sum = (of: 'product' | 'tests'): number => rows.reduce((total, [, lines]) => total + lines[of], 0);
const line = (name: string, product: unknown, tests: unknown): string =>
  `${name.padEnd(20)}${String(product).padStart(9)}${String(tests).padStart(9)}`;
console.log(line('lines', 'product', 'tests'));
for (const [area, { product, tests }] of rows) console.log(line(area, product, tests));
console.log(line('sum', sum('product'), sum('tests')));
console.log(`words of docs/      ${String(words).padStart(9)}`);
