import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { inRepository, repositoryFile } from '@laurel/support/repository';
import { describe, expect, it } from 'vitest';

const PATCHES = readdirSync(inRepository('docs/how-to'));

describe.each(PATCHES)('docs/how-to/%s', (name) => {
  const patch = `docs/how-to/${name}`;

  it('can be applied to the files as they are', () => {
    execFileSync('git', ['apply', '--check', '-C1', patch], { cwd: inRepository('.'), stdio: 'pipe' });
  });

  it('changes the files that its paragraph of CONTRIBUTING.md names', () => {
    const paragraph = repositoryFile('CONTRIBUTING.md')
      .split('\n\n')
      .find((each) => each.includes(patch));
    const files = [...repositoryFile(patch).matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(4);
    expect(files.filter((file = '') => !paragraph?.includes(`\`${file}\``))).toEqual([]);
  });
});
