import { describe, expect, it } from 'vitest';
import { checkDeepImports } from './deep-imports.ts';
import { checkEnvironment } from './environment.ts';
import { checkFeatures } from './features.ts';
import { checkFileLength } from './file-length.ts';
import { checkLogicalCss } from './logical-css.ts';
import { checkOneVersion } from './one-version.ts';
import { openRepository, type Repository } from './repository.ts';
import { checkRequirements } from './requirements.ts';
import { checkSqlInStores } from './sql-in-stores.ts';
import { checkSqlOrder } from './sql-order.ts';

const root = `${import.meta.dirname}/../..`;

/** A repository of planted files. */
function repository(contents: Record<string, string>): Repository {
  return { files: Object.keys(contents), read: (file) => contents[file] ?? '' };
}

const lines = (count: number) => 'a;\n'.repeat(count);

describe('file length', () => {
  it('accepts 300 lines and reports 301 in every kind of source', () => {
    const kinds = ['ts', 'tsx', 'mjs', 'css'];
    const good = Object.fromEntries(kinds.map((kind) => [`apps/web/src/good.${kind}`, lines(300)]));
    const bad = Object.fromEntries(kinds.map((kind) => [`apps/web/src/bad.${kind}`, lines(301)]));
    const problems = checkFileLength(repository({ ...good, ...bad, 'docs/long.md': lines(1000) }), []);
    expect(problems.map(({ file }) => file)).toEqual(Object.keys(bad));
    expect(problems[0]?.message).toContain('301');
  });

  it('counts a last line without its line feed', () => {
    expect(checkFileLength(repository({ 'a.ts': `${lines(300)}b;` }), [])).toHaveLength(1);
  });

  it('accepts an exception, and reports it once the file is short again', () => {
    const planted = repository({ 'long.ts': lines(400), 'short.ts': lines(10) });
    expect(checkFileLength(planted, ['long.ts', 'short.ts'])).toEqual([
      { file: 'short.ts', message: expect.stringContaining('take it off') },
    ]);
  });
});

describe('SQL', () => {
  const problems = (file: string, line: string) => checkSqlInStores(repository({ [`apps/api/src/${file}`]: line }));

  it.each(['await db.$queryRaw`SELECT 1`', "pool.query('SELECT 1')", 'tx.account.updateMany({ where })'])(
    'is allowed only in stores: %s',
    (line) => {
      expect(problems('http/gate.ts', line)).toHaveLength(1);
      expect(problems('features/votes/ballot.service.ts', line)).toHaveLength(1);
      expect(problems('features/votes/ballot.store.ts', line)).toEqual([]);
      expect(problems('features/votes/routes.test.ts', line)).toEqual([]);
    },
  );
});

describe('features of the API', () => {
  it('accepts the allowed names', () => {
    const names = [
      'routes.ts',
      'service.ts',
      'store.ts',
      'policy.ts',
      'port.ts',
      'ballot.store.ts',
      'vote-race.test.ts',
    ];
    expect(
      checkFeatures(repository(Object.fromEntries(names.map((name) => [`apps/api/src/features/votes/${name}`, ''])))),
    ).toEqual([]);
  });

  it.each([
    'votes/helpers.ts',
    'votes/index.ts',
    'votes/ballot.helpers.ts',
    'votes/routes.tsx',
    'votes/sql/insert.ts',
    'shared.ts',
    'votes/notes.md',
  ])('catches %s', (name) => {
    const file = `apps/api/src/features/${name}`;
    expect(checkFeatures(repository({ [file]: '' })).map((problem) => problem.file)).toEqual([file]);
  });
});

describe('the order of rows', () => {
  const file = 'packages/database/src/audit.ts';
  const problems = (statement: string) => checkSqlOrder(repository({ [file]: `\nconst SQL = \`${statement}\`;` }));

  it.each([
    'SELECT id::text, at FROM audit_entries ORDER BY id DESC LIMIT 5',
    'SELECT e.id::text FROM audit_entries e ORDER BY at, id',
    'SELECT number::text AS id FROM orders ORDER BY id',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: SQL of a source file
    'SELECT ${id}::text AS id FROM ${table} WHERE ${id} > $2::uuid ORDER BY ${id} LIMIT $3',
    'SELECT id::text FROM jobs\n ORDER BY id\n FOR UPDATE',
  ])('is reported when a column’s text determines it: %s', (statement) => {
    expect(problems(statement)).toEqual([
      { file: `${file}:${statement.includes('\n') ? 3 : 2}`, message: expect.stringContaining('10 comes before 9') },
    ]);
  });

  it.each([
    'SELECT id::text, at FROM audit_entries ORDER BY audit_entries.id DESC',
    'SELECT id::text AS name FROM audit_entries ORDER BY id',
    'SELECT id FROM audit_entries WHERE $2::text IS NULL ORDER BY 2',
    'SELECT id, sum(count)::float8 AS votes FROM tallies ORDER BY votes',
  ])('is accepted: %s', (statement) => {
    expect(problems(statement)).toEqual([]);
  });

  it('is correct in every file of the project', () => {
    expect(checkSqlOrder(openRepository(root))).toEqual([]);
  });
});

describe('environment', () => {
  const variable = ['process', 'env'].join('.');

  it.each([
    `const port = ${variable}.PORT;`,
    `const maybe = ${['process?', 'env'].join('.')};`,
    `const all = ${'process'}['env'];`,
    'const { env } = process;',
    "import { argv, env } from 'node:process';",
  ])('catches %s', (line) => {
    const file = 'apps/api/src/clock.ts';
    expect(checkEnvironment(repository({ [file]: `// first\n${line}\n` })).map((problem) => problem.file)).toEqual([
      `${file}:2`,
    ]);
  });

  it('allows the configuration, scripts and tests to read it', () => {
    const readers = [
      'apps/api/src/config.ts',
      'tests/support/src/harness.ts',
      'packages/database/src/testing.ts',
      'apps/api/src/features/votes/routes.test.ts',
      'tests/bench/src/main.ts',
      'tests/e2e/playwright.config.ts',
      'scripts/test.ts',
    ];
    expect(checkEnvironment(repository(Object.fromEntries(readers.map((file) => [file, `${variable}.HOME`]))))).toEqual(
      [],
    );
  });
});

describe('one version per dependency', () => {
  it('reports a version outside the catalog, and workspace packages by version', () => {
    const manifest = JSON.stringify({
      dependencies: { zod: '^4.0.0', pg: 'catalog:', '@laurel/contracts': 'workspace:*' },
      devDependencies: { '@laurel/stomp': '0.1.0', vitest: 'catalog:tests' },
    });
    const problems = checkOneVersion(repository({ 'apps/api/package.json': manifest }));
    expect(problems.map(({ message }) => message.split(' ')[0])).toEqual(['zod', '@laurel/stomp', 'vitest']);
  });

  it('catches a range in the catalog', () => {
    const workspace =
      "packages:\n  - apps/*\ncatalog:\n  # a comment\n  '@types/pg': 8.1.0\n  zod: ^4.1.0\n\nallowBuilds:\n  pg: true\n";
    expect(checkOneVersion(repository({ 'pnpm-workspace.yaml': workspace })).map(({ message }) => message)).toEqual([
      expect.stringContaining('zod is "^4.1.0"'),
    ]);
  });

  it('reads the catalog of this repository', () => {
    const ours = openRepository(root);
    const loosened = ours.read('pnpm-workspace.yaml').replace(/^ {2}zod: /m, '  zod: ^');
    const planted: Repository = { files: ['pnpm-workspace.yaml'], read: () => loosened };
    expect(checkOneVersion(planted)).toHaveLength(1);
  });
});

describe('deep imports', () => {
  const from = (specifier: string) => `import { z } ${'from'} '${specifier}';`;

  it.each(['fastify/lib/reply.js', '@prisma/client/src/x.js', '../../node_modules/zod/v4.js', 'pg/dist/index.js'])(
    'catches %s',
    (specifier) => {
      expect(checkDeepImports(repository({ 'apps/api/src/app.ts': from(specifier) }))).toHaveLength(1);
    },
  );

  it.each([
    'zod/v4',
    'react-dom/client',
    '@laurel/contracts/calls/vote',
    '@laurel/api/lib/tokens',
    '../clock.ts',
    './build/x.ts',
    'node:fs',
  ])('lets %s pass', (specifier) => {
    expect(checkDeepImports(repository({ 'apps/api/src/app.ts': from(specifier) }))).toEqual([]);
  });
});

describe('the page’s styles', () => {
  const problems = (declaration: string) =>
    checkLogicalCss(repository({ 'apps/web/src/a.module.css': `.a {\n  ${declaration};\n}\n` }));

  it.each([
    'margin-left: 1rem',
    'padding-right: 1rem',
    'left: 0',
    'right: auto',
    'border-left: 1px solid',
    'border-right-color: transparent',
    'border-top-left-radius: 4px',
    'scroll-margin-left: 1rem',
    'text-align: left',
    'float: right',
    'padding: 0 1rem 0 min(2rem, 4vw)',
    'inset: 0 auto 0 0',
    'border-radius: 4px 0 0 4px',
    'background: linear-gradient(90deg, red, blue)',
    'background: linear-gradient(to right, red, blue)',
    'background: radial-gradient(40% 40% at 88% 4%, red, blue), red',
    'background: radial-gradient(circle at calc(100% - 4rem) 0, red, blue)',
    'transform: translateX(10px)',
    'transform: translate(-50%, 0)',
    'translate: 10px 0',
    'transform-origin: 0 50%',
  ])('do not stay on one side of the screen: %s', (declaration) => {
    expect(problems(declaration)).toEqual([
      { file: 'apps/web/src/a.module.css:2', message: expect.stringContaining('names a side of the screen') },
    ]);
  });

  it.each([
    'margin-inline-start: 1rem',
    'inset-inline-end: 0',
    'inset: auto 0 0',
    'text-align: start',
    'padding: 0 clamp(1rem, 3vw, 2rem) 1rem clamp(1rem, 3vw, 2rem)',
    'border-radius: 28px 28px 0 0',
    'background: linear-gradient(180deg, red, blue)',
    'background: linear-gradient(var(--to-end), red, blue)',
    'background: radial-gradient(60% 42% at 50% 100%, red, blue)',
    'background: radial-gradient(circle at calc(var(--at-end) - var(--sign) * 4rem) 0, red, blue)',
    'transform: translateY(-1px)',
    'translate: 0 -200%',
    'translate: calc(var(--sign) * 10px) 0',
    'transform-origin: var(--at-start) 50%',
    'grid-area: left',
  ])('may say: %s', (declaration) => {
    expect(problems(declaration)).toEqual([]);
  });

  it('may name a side in a comment, and other folders may too', () => {
    const style = '/* left: 0; */ .left { color: red }';
    expect(checkLogicalCss(repository({ 'apps/web/a.css': style, 'apps/api/a.css': '.a { left: 0; }' }))).toEqual([]);
  });

  it('are in order in this repository', () => {
    expect(checkLogicalCss(openRepository(root))).toEqual([]);
  });
});

describe('requirements', () => {
  const list = 'id\tlayer\trequirement\nVO-07\tapi\tOne vote\nER-09\tboth\tSays so\n';

  it('accepts a list whose rows are all named by tests, also several in one title', () => {
    const tests = "it('VO-07 ER-09 answers the second vote with the exact string', () => {});";
    expect(checkRequirements(repository({ 'docs/requirements.tsv': list, 'a.test.ts': tests }))).toEqual([]);
  });

  it('reports a row that no test names, also if a comment or a source does', () => {
    const files = { 'docs/requirements.tsv': list, 'a.spec.ts': '// ER-09\ntest(`VO-07 once`)', 'b.ts': "'ER-09 x'" };
    expect(checkRequirements(repository(files)).map(({ message }) => message.split(' ')[0])).toEqual(['ER-09']);
  });

  it('reports a test that names an unknown requirement', () => {
    const tests = `it('VO-07 ER-09 ${'ER'}-99 all of it', () => {});`;
    expect(checkRequirements(repository({ 'docs/requirements.tsv': list, 'a.test.ts': tests }))).toEqual([
      { file: 'a.test.ts', message: expect.stringContaining('ER-99') },
    ]);
  });
});
