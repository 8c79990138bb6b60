// Who may import whom: the directions of docs/architecture.md, checked. `$1` is the first group of the rule's `from`.
const tests = '\\.test\\.tsx?$|/testing[./-]|^tests/|/vitest[^/]*\\.ts$';
const api = '^apps/api/src/';
const web = '^apps/web/src/';
const edge = '(wiring/|(main|app|deps|server)\\.ts$)';
const base = 'http/|crypto/|concurrency/|(clock|limits|app-error)\\.ts$';
const port = `${api}(.*[/.])port\\.ts$`;

/**
 * A rule: files whose path matches `from` never import what matches `to`.
 * @param {string} name
 * @param {string} comment
 * @param {string | object} from
 * @param {string | object} to
 * @returns {import('dependency-cruiser').IRegularForbiddenRuleType}
 */
const never = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: typeof from === 'string' ? { path: from, pathNot: tests } : from,
  to: typeof to === 'string' ? { path: to } : to,
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    never('no-circular', 'A circle of imports has no bottom to start reading from.', {}, { circular: true }),
    never('not-to-unresolvable', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    never(
      'not-to-unlisted',
      'A workspace lists every package that it imports in its package.json.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    never(
      'not-to-dev-dependency',
      'What runs in production does not lean on a development dependency (a type does not run).',
      { path: '^(apps/api|packages/(backup|catalog|contracts|database|stomp))/src/', pathNot: tests },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    ),
    never(
      'not-to-test',
      'Nothing that runs in production imports a test, or anything of tests/.',
      { pathNot: tests },
      tests,
    ),

    // Packages.
    never(
      'contracts-import-zod-only',
      'The contracts are read by every part, the browser included: zod and nothing else.',
      '^packages/contracts/src/',
      { pathNot: '^packages/contracts/src/|(^|/)node_modules/zod/' },
    ),
    never(
      'catalog-imports-contracts-only',
      'contracts ← catalog ← apps.',
      { path: '^packages/catalog/' },
      '^(apps/|packages/(?!catalog/|contracts/))',
    ),
    never(
      'stomp-imports-nothing-of-ours',
      'STOMP is a protocol: it knows nothing of votes.',
      { path: '^packages/stomp/' },
      '^(apps/|packages/(?!stomp/))',
    ),
    never(
      'database-imports-contracts-only',
      'The database may know the contracts, not who uses it.',
      { path: '^packages/database/' },
      '^(apps/|packages/(?!database/|contracts/))',
    ),
    never(
      'backup-imports-database-only',
      'Backups run in a container of their own: they know the database, not the API.',
      { path: '^packages/backup/', pathNot: tests },
      '^(apps/|packages/(?!backup/|database/))',
    ),
    never('packages-never-import-apps', 'Apps import packages.', { path: '^packages/', pathNot: tests }, '^apps/'),
    never(
      'tests-import-the-api-only',
      'Benchmarks, attacks and journeys use the API and the packages; they see the site in a browser.',
      { path: '^tests/' },
      '^apps/(?!api/)',
    ),
    never(
      'apps-never-import-each-other',
      'What two apps need is a package.',
      { path: '^apps/([^/]+)/' },
      '^apps/(?!$1/)',
    ),
    never('nothing-imports-scripts', 'Scripts use the rest.', { path: '^(apps|packages|tests)/' }, '^scripts/'),

    // The API: main, server, app, deps → wiring → features, realtime, jobs → http, crypto, adapters.
    never(
      'api-features-are-apart',
      'What one feature needs of another comes in through its Deps; it imports the types of the other’s port.ts.',
      { path: `${api}features/([^/]+)/`, pathNot: tests },
      { path: `${api}features/(?!$1/)`, pathNot: port },
    ),
    never(
      'api-features-import-the-base',
      'A feature imports itself, the base (http/, crypto/, concurrency/) and ports; wiring/ passes in everything else.',
      `${api}features/`,
      { path: `${api}(?!features/|${base})`, pathNot: port },
    ),
    never('api-ports-are-types', 'A port holds types.', api, { path: port, dependencyTypesNot: ['type-only'] }),
    never(
      'api-only-stores-touch-the-database',
      'store.ts, or <part>.store.ts, is the only file that runs SQL.',
      { path: `${api}(features|http|crypto)/`, pathNot: `${tests}|[/.]store\\.ts$` },
      {
        path: '^packages/database/|(^|/)node_modules/(pg|graphile-worker|@prisma/[^/]+)/',
        pathNot: '^packages/database/src/errors\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'api-base-is-the-bottom',
      'http/, crypto/ and concurrency/ import each other, the contracts and the database.',
      `${api}(${base})`,
      `^(apps/api/src/(?!${base})|packages/(?!contracts/|database/))`,
    ),
    never(
      'api-adapters-stand-alone',
      'An adapter implements a vendor’s protocol and does not know the features.',
      `${api}adapters/`,
      { path: `${api}(?!adapters/|${base})`, pathNot: `${api}jobs/port\\.ts$` },
    ),
    never(
      'api-backup-is-the-command’s',
      'The server makes no backups: the organisers’ command does. The configuration reads their settings.',
      { path: api, pathNot: `${tests}|${api}(cli|configuration)/|${api}config\\.ts$` },
      '^packages/backup/',
    ),
    never(
      'api-checks-stand-alone',
      'What has to be done before going live is asked by the command and by /readyz: it knows neither.',
      `${api}checks/`,
      `${api}(?!checks/|${base})`,
    ),
    never('api-messages-stand-alone', 'Texts depend on nothing else.', `${api}messages/`, {
      path: `${api}(?!messages/|${base})`,
      pathNot: `${api}jobs/port\\.ts$`,
    }),
    never(
      'api-dev-is-wired-at-the-edge',
      'The dev tools are registered by the top, in development only.',
      { path: api, pathNot: `${tests}|${api}dev/|${api}${edge}` },
      `${api}dev/`,
    ),
    never(
      'api-config-stays-at-the-edge',
      'Values of the configuration are handed on; only the edge reads it.',
      { path: api, pathNot: `${tests}|${api}(cli/|configuration/|config\\.ts$)|${api}${edge}` },
      { path: `${api}config(\\.ts$|uration/)`, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'api-edge-is-imported-by-the-edge',
      'main, server, app, deps and wiring/ are the top.',
      { path: api, pathNot: `${tests}|${api}cli/|${api}${edge}` },
      `${api}${edge}`,
    ),
    never(
      'api-cli-is-an-end',
      'The organisers’ command uses the API’s parts, never the other way.',
      { path: api, pathNot: `${tests}|${api}cli/` },
      `${api}cli/`,
    ),

    // The site: app → features → modals, session → ui → lib.
    never(
      'web-features-are-apart',
      'Features meet in the journey, which leads from one to the next, and in app/.',
      `${web}features/(?!journey/)([^/]+)/`,
      `${web}features/(?!$1/)`,
    ),
    never(
      'web-features-look-down',
      'features → modals, session → ui → lib.',
      `${web}features/`,
      `${web}(?!features/|modals/|session/|ui/|lib/|i18n/)`,
    ),
    never(
      'web-modals-look-down',
      'The registry of modals comes in from the journey.',
      `${web}modals/`,
      `${web}(?!modals/|ui/|lib/|i18n/)`,
    ),
    never('web-session-looks-down', 'session → ui → lib.', `${web}session/`, `${web}(?!session/|ui/|lib/|i18n/)`),
    never('web-ui-looks-down', 'ui/ has no words of the domain.', `${web}ui/`, `${web}(?!ui/|lib/|i18n/)`),
    never('web-lib-is-the-bottom', 'lib/ imports itself.', `${web}(lib|i18n)/`, `${web}(?!lib/|i18n/)`),
    never(
      'web-imports-contracts-only',
      'What runs in a browser needs the contracts, not the server’s packages.',
      web,
      '^packages/(?!contracts/)',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|generated)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
};
