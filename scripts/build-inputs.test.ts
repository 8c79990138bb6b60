import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildInputs } from './build-inputs.ts';

const root = join(import.meta.dirname, '..');
const inputs = buildInputs(root);
type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
const dependenciesOf = (folder: string): string[] => {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  return names.filter((name) => name.startsWith('@laurel/'));
};

/** The folders of the apps and of all packages of the workspace that they depend on. */
const needed = (): string[] => {
  const folders = ['apps/api', 'apps/web', 'apps/console'];
  for (const folder of folders) {
    for (const name of dependenciesOf(folder).map((each) => `packages/${basename(each)}`)) {
      if (existsSync(join(root, name)) && !folders.includes(name)) folders.push(name);
    }
  }
  return folders;
};

describe('the inputs of the build', () => {
  it.each(needed())('include %s', (folder) => {
    expect(inputs).toContain(`${folder}/package.json`);
    expect(inputs.filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.test.ts'))).toEqual([]);
  });

  it('include the other folders that turbo.json names', () => {
    const { tasks }: { tasks: Record<string, { inputs?: string[] }> } = JSON.parse(
      readFileSync(join(root, 'turbo.json'), 'utf8'),
    );
    const named = [tasks.build, tasks.generate].flatMap((task) => task?.inputs ?? []);
    const folders = named.flatMap((path) => /^\$TURBO_ROOT\$\/(.+\/)\*\*$/.exec(path)?.[1] ?? []);
    expect(folders).toContain('verifiers/');
    for (const folder of folders)
      expect(
        inputs.some((path) => path.startsWith(folder)),
        folder,
      ).toBe(true);
  });
});
