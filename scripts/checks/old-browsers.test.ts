import { describe, expect, it } from 'vitest';
import { checkOldBrowsers } from './old-browsers.ts';
import { openRepository } from './repository.ts';

const problems = (file: string, text: string) => checkOldBrowsers({ files: [file], read: () => text });
const PAGE = 'apps/web/src/lib/a.ts';

describe('the page in the oldest browsers that it supports', () => {
  it.each([
    'const url = URL.parse(text);',
    'const both = AbortSignal.any([one, other]);',
    'const { promise } = Promise.withResolvers<void>();',
    'const sorted = list.toSorted(compare);',
    'const byTag = Object.groupBy(list, tagOf);',
    'const all = one.union(other);',
    'const names = [...map.values().map(nameOf)];',
    'const names = map\n  .entries()\n  .filter(isOpen);',
    'if (!text.isWellFormed()) return;',
    "new Intl.Segmenter('uk');",
    'window.requestIdleCallback(run);',
    "element.addEventListener('scrollend', done);",
  ])('would fail: %s', (line) => {
    const found = problems(PAGE, `\n${line}`);
    expect(found).toEqual([
      { file: expect.stringMatching(/^apps\/web\/src\/lib\/a\.ts:[23]$/), message: expect.any(String) },
    ]);
  });

  it.each([
    'const url = new URL(text);',
    'const names = Object.values(map).map(nameOf);',
    'const schema = z.union([one, other]);',
    '// URL.parse is too new.',
    '/* Promise.withResolvers */',
    "if ('Segmenter' in Intl) new Intl.Segmenter('uk');",
    "if (!('requestIdleCallback' in window)) return;\nwindow.requestIdleCallback(run);",
  ])('runs: %s', (line) => {
    expect(problems(PAGE, line)).toEqual([]);
  });

  it.each([
    'apps/api/src/a.ts',
    'apps/web/src/a.test.ts',
    'apps/web/src/testing/a.ts',
    'packages/contracts/src/public-log/a.ts',
    'packages/contracts/src/console/a.ts',
  ])('does not run %s', (file) => {
    expect(problems(file, 'URL.parse(text);')).toEqual([]);
  });

  it('shows the focus without :has()', () => {
    const rule = '.frame:has(input:focus-visible) {\n  outline: 3px solid;\n}\n';
    const instead = '@supports not selector(:has(a)) {\n  input:focus-visible {\n    outline: 3px solid;\n  }\n}\n';
    expect(problems('apps/web/src/a.css', `.a {}\n${rule}`)).toEqual([
      { file: 'apps/web/src/a.css:2', message: expect.stringContaining(':has()') },
    ]);
    expect(problems('apps/web/src/a.css', rule + instead)).toEqual([]);
    expect(problems('apps/web/src/a.css', '.frame:has(.wide) {}')).toEqual([]);
  });

  it('is in order in this repository', () => {
    expect(checkOldBrowsers(openRepository(`${import.meta.dirname}/../..`))).toEqual([]);
  });
});
