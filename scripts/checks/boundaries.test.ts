import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import rules from '../../.dependency-cruiser.mjs';
import { type Boundaries, checkBoundaries } from './boundaries.ts';

/** A planted import: the rule that must report it, the importing file, and the import. */
type Planted = readonly [rule: string, file: string, specifier: string, typeOnly?: 'type'];

const api = 'apps/api/src';
const web = 'apps/web/src';
const consoleApp = 'apps/console/src';

const forbidden: readonly Planted[] = [
  ['no-circular', `${api}/http/ring-a.ts`, './ring-b.ts'],
  ['not-to-unresolvable', `${api}/http/lost.ts`, './nowhere.ts'],
  ['not-to-unlisted', `${web}/lib/unlisted.ts`, 'fastify'],
  ['not-to-dev-dependency', `${api}/http/dev-only.ts`, 'ws'],
  ['not-to-test', `${api}/http/uses-test.ts`, './clock.test.ts'],
  ['not-to-test', `${api}/realtime/uses-harness.ts`, '../../../../tests/support/src/harness.ts'],
  ['contracts-import-zod-and-tlog', 'packages/contracts/src/builtin.ts', 'node:fs'],
  ['contracts-import-zod-and-tlog', 'packages/contracts/src/library.ts', 'pg'],
  ['catalog-imports-contracts-and-tlog', 'packages/catalog/src/up.ts', '@laurel/database/client'],
  ['stomp-imports-nothing-of-ours', 'packages/stomp/src/up.ts', '@laurel/contracts/errors'],
  ['tlog-imports-nothing', 'packages/tlog/src/up.ts', '@laurel/contracts/errors'],
  ['tlog-imports-nothing', 'packages/tlog/src/builtin.ts', 'node:crypto'],
  ['pages-never-import-node', `${web}/lib/verify.ts`, '@laurel/tlog/node'],
  ['pages-never-import-node', 'packages/contracts/src/verify.ts', '@laurel/tlog/node'],
  ['database-imports-contracts-only', 'packages/database/src/up.ts', '@laurel/stomp/frame'],
  ['packages-never-import-apps', 'packages/stomp/src/app.ts', '../../../apps/api/src/app.ts'],
  ['tests-import-the-api-only', 'tests/bench/src/site.ts', '../../../apps/web/src/main.tsx'],
  ['witness-imports-tlog-only', 'packages/witness/src/up.ts', '@laurel/contracts/errors'],
  ['api-witness-is-the-command’s', `${api}/jobs/witness.ts`, '@laurel/witness/run'],
  ['api-rehearsal-is-the-command’s', `${api}/jobs/rehearsal.ts`, '../rehearsal/needs.ts'],
  ['backup-imports-database-only', 'packages/backup/src/up.ts', '@laurel/contracts/errors'],
  ['apps-never-import-each-other', `${web}/app/api.ts`, '../../../api/src/app.ts'],
  ['nothing-imports-scripts', `${api}/http/script.ts`, '../../../../scripts/tool.ts'],
  ['api-features-are-apart', `${api}/features/votes/service.ts`, '../account/policy.ts'],
  ['api-features-import-the-base', `${api}/features/votes/routes.ts`, '../../deps.ts'],
  ['api-features-import-the-base', `${api}/features/votes/policy.ts`, '../../jobs/mail.ts'],
  ['api-features-import-the-base', `${api}/features/phone/service.ts`, '../../adapters/sms/twilio.ts', 'type'],
  ['api-ports-are-types', `${api}/features/phone/policy.ts`, '../../adapters/sms/port.ts'],
  ['api-only-stores-touch-the-database', `${api}/features/phone/routes.ts`, '@laurel/database/client'],
  ['api-only-stores-touch-the-database', `${api}/features/social/service.ts`, 'pg'],
  ['api-base-is-the-bottom', `${api}/http/looks-up.ts`, '../features/account/policy.ts'],
  ['api-base-is-the-bottom', `${api}/http/catalog.ts`, '@laurel/catalog/edition'],
  ['api-only-stores-touch-the-database', `${api}/http/database.ts`, '@laurel/database/client'],
  ['api-ports-are-types', `${api}/features/two-factor/service.ts`, '../account/sessions.port.ts'],
  ['api-adapters-stand-alone', `${api}/adapters/sms/knows.ts`, '../../features/account/policy.ts'],
  ['api-backup-is-the-command’s', `${api}/jobs/backup.ts`, '@laurel/backup/store'],
  ['api-checks-stand-alone', `${api}/checks/knows.ts`, '../features/account/policy.ts'],
  ['api-messages-stand-alone', `${api}/messages/knows.ts`, '../jobs/mail.ts'],
  ['api-dev-is-wired-at-the-edge', `${api}/jobs/inbox.ts`, '../dev/inbox.ts'],
  ['api-config-stays-at-the-edge', `${api}/jobs/config.ts`, '../config.ts'],
  ['api-edge-is-imported-by-the-edge', `${api}/realtime/edge.ts`, '../app.ts'],
  ['api-cli-is-an-end', `${api}/jobs/cli.ts`, '../cli/main.ts'],
  ['web-features-are-apart', `${web}/features/voting/api.ts`, '../account/api.ts'],
  ['web-features-look-down', `${web}/features/voting/flow.ts`, '../../app/landing.tsx'],
  ['web-modals-look-down', `${web}/modals/host.tsx`, '../features/account/api.ts'],
  ['web-session-looks-down', `${web}/session/store.ts`, '../modals/store.ts'],
  ['web-ui-looks-down', `${web}/ui/button.tsx`, '../session/token.ts'],
  ['web-lib-is-the-bottom', `${web}/lib/http.ts`, '../ui/loader.tsx'],
  ['web-imports-contracts-and-tlog', `${web}/lib/edition.ts`, '@laurel/catalog/edition'],
  ['console-screens-are-apart', `${consoleApp}/screens/team/screen.tsx`, '../account/passkeys.ts'],
  ['console-screens-look-down', `${consoleApp}/screens/team/routes.ts`, '../../app/shell.tsx'],
  ['console-routing-looks-down', `${consoleApp}/routing/parents.ts`, '../screens/account/passkeys.ts'],
  ['console-session-looks-down', `${consoleApp}/session/me.ts`, '../screens/account/passkeys.ts'],
  ['console-ui-looks-down', `${consoleApp}/ui/card.tsx`, '../session/person.ts'],
  ['console-lib-is-the-bottom', `${consoleApp}/lib/call.ts`, '../ui/dialog.tsx'],
  ['console-imports-contracts-only', `${consoleApp}/lib/edition.ts`, '@laurel/catalog/edition'],
];

const allowed: readonly Planted[] = [
  ['', `${api}/main.ts`, './deps.ts'],
  ['', `${api}/deps.ts`, './dev/inbox.ts'],
  ['', `${api}/features/account/service.ts`, './store.ts'],
  ['', `${api}/features/account/routes.ts`, '../../adapters/sms/port.ts', 'type'],
  ['', `${api}/features/account/policy.ts`, '@laurel/contracts/errors'],
  ['', `${api}/features/account/store.ts`, '@laurel/database/client'],
  ['', `${api}/features/account/routes.test.ts`, '../../../../../tests/support/src/harness.ts'],
  ['', `${api}/features/support/service.ts`, '../account/sessions.port.ts', 'type'],
  ['', `${api}/features/phone/store.ts`, '@laurel/database/client'],
  ['', `${api}/features/account/login.store.ts`, '@laurel/database/client'],
  ['', `${api}/http/types.ts`, '@laurel/database/client', 'type'],
  ['', `${api}/jobs/config-type.ts`, '../config.ts', 'type'],
  ['', 'packages/catalog/src/reader.ts', '@laurel/contracts/errors'],
  ['', 'packages/contracts/src/schema.ts', 'zod'],
  ['', 'packages/contracts/src/log.ts', '@laurel/tlog/merkle'],
  ['', 'packages/tlog/src/node.ts', 'node:crypto'],
  ['', `${web}/lib/log.ts`, '@laurel/tlog/merkle'],
  ['', 'tests/bench/src/parts.ts', '../../../apps/api/src/app.ts'],
  ['', 'tests/bench/src/stage.ts', '../../../tests/support/src/harness.ts'],
  ['', `${web}/app/providers.tsx`, '../features/account/api.ts'],
  ['', `${web}/features/account/flow.ts`, '../../session/token.ts'],
  ['', `${web}/features/account/words.ts`, '@laurel/contracts/errors'],
  ['', `${consoleApp}/app/router.tsx`, '../screens/account/passkeys.ts'],
  ['', `${consoleApp}/screens/account/form.tsx`, '../../ui/dialog.tsx'],
];

/** The files that the planted imports name. */
const targets = [
  ...['app', 'config', 'dev/inbox', 'jobs/mail', 'cli/main', 'http/clock.test', 'features/account/sessions.port'].map(
    (x) => `${api}/${x}.ts`,
  ),
  ...['adapters/sms/port', 'adapters/sms/twilio', 'http/failures', 'rehearsal/needs'].map(
    (file) => `${api}/${file}.ts`,
  ),
  ...['app/landing', 'main', 'ui/loader'].map((file) => `${web}/${file}.tsx`),
  ...['features/account/api', 'modals/store', 'session/token'].map((file) => `${web}/${file}.ts`),
  ...['app/shell', 'ui/dialog'].map((file) => `${consoleApp}/${file}.tsx`),
  ...['screens/account/passkeys', 'session/person'].map((file) => `${consoleApp}/${file}.ts`),
  ...['contracts/src/errors', 'catalog/src/edition', 'stomp/src/frame', 'database/src/client', 'backup/src/store'].map(
    (file) => `packages/${file}.ts`,
  ),
  'packages/tlog/src/merkle.ts',
  'packages/witness/src/run.ts',
  'tests/support/src/harness.ts',
  'scripts/tool.ts',
];

const libraries = ['zod', 'pg', 'fastify', 'ws'];
let root = '';
let seen: Boundaries;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function plant(planted: readonly Planted[]): void {
  for (const [, file, specifier, typeOnly] of planted) {
    write(file, `import ${typeOnly ? 'type ' : ''}{ thing } from '${specifier}';\nexport const it = thing;\n`);
  }
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'laurel-boundaries-'));
  const ours = ['backup', 'contracts', 'catalog', 'stomp', 'database', 'tlog', 'witness'];
  for (const workspace of [
    'apps/api',
    'apps/web',
    'apps/console',
    ...ours.map((name) => `packages/${name}`),
    'tests/bench',
  ]) {
    const hasLibraries = workspace !== 'apps/web' && workspace !== 'apps/console';
    write(
      `${workspace}/package.json`,
      JSON.stringify({
        name: `@laurel/${workspace.split('/')[1]}`,
        exports: { './*': './src/*.ts' },
        dependencies: Object.fromEntries(
          [...ours.map((name) => `@laurel/${name}`), ...(hasLibraries ? ['zod', 'pg'] : [])].map((name) => [name, '*']),
        ),
        devDependencies: hasLibraries ? { ws: '*' } : {},
      }),
    );
  }
  for (const name of libraries) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'main.js' }));
    write(`node_modules/${name}/main.js`, 'exports.thing = 1;\n');
  }
  mkdirSync(join(root, 'node_modules/@laurel'), { recursive: true });
  for (const name of ours) symlinkSync(`../../packages/${name}`, join(root, 'node_modules/@laurel', name));
  for (const file of targets) write(file, 'export const thing = 1;\n');
  write(`${api}/http/ring-b.ts`, "import { it } from './ring-a.ts';\nexport const thing = it;\n");
  plant(allowed);
  plant(forbidden);
  seen = await checkBoundaries(root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('boundaries', () => {
  it('reads TypeScript modules', () => {
    expect(seen.modules).toBeGreaterThan(forbidden.length);
  });

  it.each(forbidden)('%s: %s must not import %s', (rule, file) => {
    expect(seen.violations).toContainEqual(expect.objectContaining({ rule, from: file }));
  });

  it.each(allowed)('%s%s may import %s', (_, file) => {
    expect(seen.violations.filter(({ from }) => from === file)).toEqual([]);
  });

  it('plants a forbidden import for every rule', () => {
    const planted = new Set(forbidden.map(([rule]) => rule));
    expect(rules.forbidden?.map(({ name }) => name).filter((name) => !planted.has(name ?? ''))).toEqual([]);
  });
});
