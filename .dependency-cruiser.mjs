// The import rules of docs/architecture.md. In a rule's `to`, `$1` is the first group of its `from`.
const tests = '\\.test\\.tsx?$|/testing[./-]|^tests/|/vitest[^/]*\\.ts$';
const api = '^apps/api/src/';
const web = '^apps/web/src/';
const edge = '(wiring/|(main|app|console|console-listener|deps|server)\\.ts$)';
const consoleApp = '^apps/console/src/';
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

/**
 * The rules of an app's layers: of its folders, each imports only itself and those below it.
 * @param {string} root
 * @param {Record<string, [string, ...string[]]>} rules by name: the folder, or folders (`lib|i18n`), and what is below
 */
const layers = (root, rules) =>
  Object.entries(rules).map(([name, [folder, ...below]]) => {
    const allowed = [folder, ...below].join('|');
    return never(
      name,
      `${folder} imports of the app only ${allowed}.`,
      `${root}(${folder})/`,
      `${root}(?!(${allowed})/)`,
    );
  });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    never('no-circular', 'Modules that import each other can only be understood together.', {}, { circular: true }),
    never('not-to-unresolvable', 'The imported file or package does not exist.', {}, { couldNotResolve: true }),
    never(
      'not-to-unlisted',
      'A workspace lists every package that it imports in its package.json.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    never(
      'not-to-dev-dependency',
      'Production code imports no development dependency, except types.',
      { path: '^(apps/api|packages/(backup|catalog|contracts|database|stomp|tlog|witness))/src/', pathNot: tests },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    ),
    never(
      'not-to-test',
      'Production code imports neither tests nor files of tests/.',
      { pathNot: `${tests}|^scripts/` },
      tests,
    ),

    // Packages.
    never(
      'contracts-import-zod-and-tlog',
      'Every part uses the contracts, including the page: they import only zod, and the public log’s formats.',
      '^packages/contracts/src/',
      { pathNot: '^packages/(contracts|tlog)/src/|(^|/)node_modules/zod/' },
    ),
    never(
      'catalog-imports-contracts-and-tlog',
      'The catalog imports no app, and of the packages only the contracts and the public log’s formats.',
      { path: '^packages/catalog/' },
      '^(apps/|packages/(?!catalog/|contracts/|tlog/))',
    ),
    never(
      'stomp-imports-nothing-of-ours',
      'STOMP is a protocol: the package imports nothing of Laurel.',
      { path: '^packages/stomp/' },
      '^(apps/|packages/(?!stomp/))',
    ),
    never(
      'tlog-imports-nothing',
      'Browsers, servers and other programs verify with it: it imports nothing, and only node.ts uses Node.js.',
      { path: '^packages/tlog/src/', pathNot: `${tests}|^packages/tlog/src/node\\.ts$` },
      { pathNot: '^packages/tlog/src/' },
    ),
    never(
      'pages-never-import-node',
      'A browser has WebCrypto: pages and contracts use the adapter web.ts.',
      '^(apps/(web|console)|packages/(contracts|tlog))/src/',
      '^packages/tlog/src/node\\.ts$',
    ),
    never(
      'database-imports-contracts-only',
      'The database package imports the contracts, but not the code that uses it.',
      { path: '^packages/database/' },
      '^(apps/|packages/(?!database/|contracts/))',
    ),
    never(
      'backup-imports-database-only',
      'Backups run in their own container: they import the database package, not the API.',
      { path: '^packages/backup/', pathNot: tests },
      '^(apps/|packages/(?!backup/|database/))',
    ),
    never(
      'witness-imports-tlog-only',
      'Partners run a witness without Laurel’s database and configuration: it imports only the formats of the log.',
      { path: '^packages/witness/', pathNot: tests },
      '^(apps/|packages/(?!witness/|tlog/))',
    ),
    never(
      'packages-never-import-apps',
      'Apps import packages, not the reverse.',
      { path: '^packages/', pathNot: tests },
      '^apps/',
    ),
    never(
      'tests-import-the-api-only',
      'Benchmarks, attacks and journeys import the API and the packages; they test the site in a browser.',
      { path: '^tests/' },
      '^apps/(?!api/)',
    ),
    never(
      'apps-never-import-each-other',
      'Code that two apps need belongs in a package.',
      { path: '^apps/([^/]+)/' },
      '^apps/(?!$1/)',
    ),
    never(
      'nothing-imports-scripts',
      'Scripts import the other code, not the reverse.',
      { path: '^(apps|packages|tests)/' },
      '^scripts/',
    ),

    // The API: main, server, app, deps → wiring → features, realtime, jobs → http, crypto, adapters.
    never(
      'api-features-are-apart',
      'A feature receives other features through its Deps and imports only the types of their port.ts.',
      { path: `${api}features/([^/]+)/`, pathNot: tests },
      { path: `${api}features/(?!$1/)`, pathNot: port },
    ),
    never(
      'api-features-import-the-base',
      'A feature imports itself, the base (http/, crypto/, concurrency/) and ports; wiring/ passes in everything else.',
      `${api}features/`,
      { path: `${api}(?!features/|${base})`, pathNot: port },
    ),
    never('api-ports-are-types', 'A port contains only types.', api, { path: port, dependencyTypesNot: ['type-only'] }),
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
      'An adapter implements a vendor’s protocol and imports no feature.',
      `${api}adapters/`,
      { path: `${api}(?!adapters/|${base})`, pathNot: `${api}jobs/port\\.ts$` },
    ),
    never(
      'api-backup-is-the-command’s',
      'Only the CLI makes backups, not the server. The configuration reads their settings.',
      { path: api, pathNot: `${tests}|${api}(cli|configuration)/|${api}config\\.ts$` },
      '^packages/backup/',
    ),
    never(
      'api-witness-is-the-command’s',
      'Only the CLI runs a witness: a log asks the witnesses of others.',
      { path: api, pathNot: `${tests}|${api}cli/` },
      '^packages/witness/',
    ),
    never(
      'api-rehearsal-is-the-command’s',
      'Only the CLI rehearses: the server imports neither its providers nor its voters.',
      { path: api, pathNot: `${tests}|${api}(cli|rehearsal)/` },
      `${api}rehearsal/`,
    ),
    never(
      'api-checks-stand-alone',
      'The CLI and /readyz run these checks; the checks import neither.',
      `${api}checks/`,
      `${api}(?!checks/|${base})`,
    ),
    never('api-messages-stand-alone', 'Texts of messages import only the base.', `${api}messages/`, {
      path: `${api}(?!messages/|${base})`,
      pathNot: `${api}jobs/port\\.ts$`,
    }),
    never(
      'api-dev-is-wired-at-the-edge',
      'Only main, server, app, deps and wiring/ register the development tools, and only in development.',
      { path: api, pathNot: `${tests}|${api}dev/|${api}${edge}` },
      `${api}dev/`,
    ),
    never(
      'api-config-stays-at-the-edge',
      'Only main, server, app, deps, wiring/ and the CLI read the configuration; they pass its values on.',
      { path: api, pathNot: `${tests}|${api}(cli/|configuration/|config\\.ts$)|${api}${edge}` },
      { path: `${api}config(\\.ts$|uration/)`, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'api-edge-is-imported-by-the-edge',
      'Nothing below main, server, app, deps and wiring/ imports these.',
      { path: api, pathNot: `${tests}|${api}cli/|${api}${edge}` },
      `${api}${edge}`,
    ),
    never(
      'api-cli-is-an-end',
      'The CLI imports the API’s parts, not the reverse.',
      { path: api, pathNot: `${tests}|${api}cli/` },
      `${api}cli/`,
    ),

    // The site: app → features → modals, session → ui → lib.
    never(
      'web-features-are-apart',
      'Only features/journey/ and app/ combine features.',
      `${web}features/(?!journey/)([^/]+)/`,
      `${web}features/(?!$1/)`,
    ),
    ...layers(web, {
      'web-features-look-down': ['features', 'modals', 'session', 'ui', 'lib', 'i18n'],
      // features/journey/ passes in the registry of modals.
      'web-modals-look-down': ['modals', 'ui', 'lib', 'i18n'],
      'web-session-looks-down': ['session', 'ui', 'lib', 'i18n'],
      // Components don’t depend on the domain.
      'web-ui-looks-down': ['ui', 'lib', 'i18n'],
      'web-lib-is-the-bottom': ['lib|i18n'],
    }),
    never(
      'web-imports-contracts-and-tlog',
      'Of the packages, the page imports only the contracts and the formats of the public log.',
      web,
      '^packages/(?!contracts/|tlog/)',
    ),

    // The console: app → screens → routing → session → ui → lib.
    never(
      'console-screens-are-apart',
      'A screen imports no other screen; app/router.tsx combines them.',
      `${consoleApp}screens/([^/]+)/`,
      `${consoleApp}screens/(?!$1/)`,
    ),
    ...layers(consoleApp, {
      'console-screens-look-down': ['screens', 'routing', 'session', 'ui', 'lib', 'i18n'],
      'console-routing-looks-down': ['routing', 'session', 'lib', 'i18n'],
      'console-session-looks-down': ['session', 'ui', 'lib', 'i18n'],
      // Components don’t depend on the domain.
      'console-ui-looks-down': ['ui', 'lib', 'i18n'],
      'console-lib-is-the-bottom': ['lib|i18n'],
    }),
    never(
      'console-imports-contracts-only',
      'Of the packages, the console imports only the contracts.',
      consoleApp,
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
