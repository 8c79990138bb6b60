import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const planted = [
  ['noExplicitAny', 'export const a = (b: any) => b;'],
  ['noNonNullAssertion', 'export const a = (b?: string) => b!.length;'],
  ['useImportType', "import { A } from './a.ts';\nexport const b = (a: A) => a;"],
  ['noUnusedImports', "import { a } from './a.ts';\nexport const b = 1;"],
  ['noUnusedVariables', 'const a = 1;\nexport const b = 2;'],
  ['noBarrelFile', "export { a } from './a.ts';"],
  ['noReExportAll', "export * from './a.ts';"],
  ['noConsole', "console.log('a');"],
  ['noFloatingPromises', 'async function a() { return 1; }\na();'],
  ['noSkippedTests', "it.skip('a', () => {});"],
  ['noFocusedTests', "it.only('a', () => {});"],
  ['noEnum', 'export enum A { B }'],
  ['noTsIgnore', '// @ts-ignore\nexport const a: string = 1;'],
] as const;
const printers = ['apps/api/src/cli/x.ts', 'scripts/x.ts', 'tests/e2e/src/x.ts', 'tests/bench/src/x.ts'];

let root = '';
let found = '';

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), `${text}\n`);
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'laurel-lint-'));
  cpSync(join(import.meta.dirname, '../../biome.json'), join(root, 'biome.json'));
  for (const [rule, text] of planted) write(`apps/api/src/lib/${rule}.test.ts`, text);
  for (const file of printers) write(file, "console.log('a');");
  const args = ['lint', '--reporter=github', '--vcs-enabled=false', '--max-diagnostics=none', '.'];
  found = spawnSync('biome', args, { cwd: root, encoding: 'utf8' }).stdout;
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('lint', () => {
  it.each(planted)('%s is reported', (rule) => {
    // Warnings count too: `--error-on-warnings` is part of `pnpm lint`.
    const lines = found.split('\n').filter((line) => line.includes(`/${rule}.test.ts`));
    expect(lines.join('\n')).toMatch(new RegExp(`lint/[a-z]+/${rule}\\b`));
  });

  it.each(printers)('allows %s to print', (file) => {
    expect(found).not.toContain(file);
  });
});
