import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorsIn } from '@laurel/support/repository';
import { describe, expect, it } from 'vitest';
import { problemsOf, readRequirements } from './checks/asvs.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const requirements = readRequirements(read('docs/asvs.tsv'));

/** The sections of ASVS 5.0 with requirements of levels 1 and 2, and their numbers of requirements. */
const SECTIONS = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3`;
const ids = SECTIONS.split(/\s+/).flatMap((section) => {
  const [name, count] = section.split(':');
  return Array.from({ length: Number(count) }, (_each, index) => `V${name}.${index + 1}`);
});

describe('docs/asvs.tsv', () => {
  it('contains each of the 217 requirements once, in order', () => {
    expect(ids).toHaveLength(217);
    expect(requirements.map(({ id }) => id)).toEqual(ids);
    expect(new Set(requirements.map(({ level }) => level))).toEqual(new Set(['1', '2']));
  });

  it('names existing files and tests, and a reason for each requirement that is not met', () => {
    expect(problemsOf(requirements, root)).toEqual([]);
  });

  it('has the numbers of met and open requirements that docs/security.md states', () => {
    const count = (status: string): number => requirements.filter((each) => each.status === status).length;
    expect(read('docs/security.md')).toContain(
      `${count('met')} are met, ${count('not applicable')} do not apply, ${count('open')} are open.`,
    );
  });

  it('links from docs/security.md to existing pages, headings and files', () => {
    const lost = [...read('docs/security.md').matchAll(/\]\((?!https:)([^)#]*)(?:#([^)]+))?\)/g)].filter(
      ([, file = '', anchor]) => {
        const path = join(root, 'docs', file || 'security.md');
        if (!existsSync(path)) return true;
        return anchor !== undefined && !anchorsIn(readFileSync(path, 'utf8')).includes(anchor);
      },
    );
    expect(lost.map(([link]) => link)).toEqual([]);
  });

  it('names in docs/security.md an existing test for each defence', () => {
    const [, section = ''] = read('docs/security.md').split('\n## The test of each defence\n');
    const rows = [...section.matchAll(/^\| [^|]+ \| ([^|]+) \|$/gm)].slice(1).map(([, tests = '']) => tests);
    expect(rows.length).toBeGreaterThan(25);
    const lost = rows.flatMap((tests) => {
      let folder = '';
      return [...tests.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => {
        const places = [`apps/api/src/features/${name}`, name, `${folder}/${name}`];
        const found = places.find(
          (place) => globSync(`${place}{,.test.ts,.slow.test.ts,.stack.ts}`, { cwd: root }).length > 0,
        );
        folder = dirname(found ?? name);
        return found === undefined ? [name] : [];
      });
    });
    expect(lost).toEqual([]);
  });

  it.each([
    ['V1.1.1\t2\tOne\tmet\t\t', 'V1.1.1: met, and nothing shows it'],
    ['V1.1.1\t2\tOne\topen\t\t', 'V1.1.1: open without a reason'],
    ['V1.1.1\t2\tOne\tnot applicable\t\t', 'V1.1.1: not applicable without a reason'],
    ['V1.1.1\t2\tOne\tmore or less\tREADME.md\tso', 'V1.1.1: "more or less" is no status'],
    ['V1.1.1\t2\tOne\tmet\tno-such.test.ts\t', 'V1.1.1: there is no no-such.test.ts'],
    ['V1.1.1\t2\tOne\tmet\tREADME.md > what nobody wrote\t', 'V1.1.1: README.md has no "what nobody wrote"'],
  ])('is rejected with %j', (row, problem) => {
    const listed = readRequirements(`id\tlevel\trequirement\tstatus\tevidence\tnote\n${row}\n`);
    expect(problemsOf(listed, root)).toEqual([problem]);
  });
});
