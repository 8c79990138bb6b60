// Who may import whom: the directions of docs/architecture.md, checked. `$1` is the first group of the rule's `from`.
const tests = '\\.test\\.tsx?$|/testing[./-]';
const api = '^apps/api/src/';
const web = '^apps/web/src/';
const edge = '(wiring/|(main|app|deps|server)\\.ts$)';

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
      'A package that is imported stands in the package.json of the workspace that imports it.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    never(
      'not-to-dev-dependency',
      'What runs in production does not lean on a development dependency (a type does not run).',
      { path: '^(apps/api|packages/(catalog|contracts|database|stomp))/src/', pathNot: tests },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    ),
    never(
      'not-to-test',
      'Nothing that runs in production imports a test or what helps one.',
      { pathNot: `${tests}|^packages/(attack|bench|e2e|stack)/` },
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
      'packages-never-import-apps',
      'Apps import packages; only the benchmarks, the attacks and the tests of the whole stack take an app apart.',
      { path: '^packages/', pathNot: '^packages/(attack|bench|stack)/' },
      '^apps/',
    ),
    never(
      'bench-takes-the-api-only',
      'The benchmarks measure the API, the attacks are made on it, the stack is watched from outside.',
      { path: '^packages/(attack|bench|stack)/' },
      '^apps/(?!api/)',
    ),
    never(
      'apps-never-import-each-other',
      'What two apps need is a package.',
      { path: '^apps/([^/]+)/' },
      '^apps/(?!$1/)',
    ),
    never(
      'nothing-imports-the-ends',
      'Journeys, benchmarks and scripts use the rest, never the other way.',
      { path: '^(apps|packages/(?!attack/|e2e/|bench/|stack/))' },
      '^(packages/(attack|e2e|bench|stack)/|scripts/)',
    ),

    // The API: app, deps, main → features → lib.
    never(
      'api-rooms-are-apart',
      'A fact that another room owns comes through deps.ts, or in SQL through a view.',
      { path: `${api}features/([^/]+)/`, pathNot: tests },
      `${api}features/(?!$1/)`,
    ),
    never(
      'api-features-import-lib-only',
      'A room imports itself, lib/ and the ports of adapters; all else is handed to it by deps.ts.',
      `${api}features/`,
      `${api}(?!features/|lib/|adapters/[^/]+/port\\.ts$)`,
    ),
    never('api-ports-are-types', 'Of an adapter a room knows the type of its port.', `${api}features/`, {
      path: `${api}adapters/[^/]+/port\\.ts$`,
      dependencyTypesNot: ['type-only'],
    }),
    never(
      'api-only-stores-touch-the-database',
      'store.ts is the only file of a room that runs SQL.',
      { path: `${api}features/[^/]+/`, pathNot: `${tests}|/store\\.ts$` },
      {
        path: '^packages/database/|(^|/)node_modules/(pg|graphile-worker|@prisma/[^/]+)/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'api-lib-is-the-bottom',
      'lib/ imports itself and the contracts.',
      `${api}lib/`,
      `^(apps/api/src/(?!lib/)|packages/(?!contracts/|database/))`,
    ),
    never(
      'api-lib-knows-database-types',
      'lib/ knows the types of the database, it runs nothing there.',
      `${api}lib/`,
      {
        path: '^packages/database/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'api-adapters-stand-alone',
      'An adapter speaks a vendor’s protocol and knows nothing of the rooms.',
      `${api}adapters/`,
      `${api}(?!adapters/|lib/)`,
    ),
    never(
      'api-backup-stands-alone',
      'Backups run in a container of their own: of the API they know the types of lib/, and the database.',
      `${api}backup/`,
      `^(apps/api/src/(?!backup/|lib/)|packages/(?!database/))`,
    ),
    never('api-backup-knows-lib-as-types', 'Nothing of lib/ runs there.', `${api}backup/`, {
      path: `${api}lib/`,
      dependencyTypesNot: ['type-only'],
    }),
    never(
      'api-backup-is-the-command’s',
      'The server makes no backups: the organisers’ command does. The configuration knows their settings.',
      { path: api, pathNot: `${tests}|${api}(backup|cli|configuration)/|${api}config\\.ts$` },
      `${api}backup/`,
    ),
    never(
      'api-checks-stand-alone',
      'What has to be done before going live is asked by the command and by /readyz: it knows neither.',
      `${api}checks/`,
      `${api}(?!checks/|lib/)`,
    ),
    never('api-messages-stand-alone', 'Texts depend on nobody.', `${api}messages/`, `${api}(?!messages/|lib/)`),
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
    never('web-rooms-are-apart', 'Rooms meet in app/.', `${web}features/([^/]+)/`, `${web}features/(?!$1/)`),
    never(
      'web-features-look-down',
      'features → modals, session → ui → lib.',
      `${web}features/`,
      `${web}(?!features/|modals/|session/|ui/|lib/|i18n/)`,
    ),
    never(
      'web-modals-look-down',
      'The registry of modals comes in from app/.',
      `${web}modals/`,
      `${web}(?!modals/|ui/|lib/|i18n/)`,
    ),
    never('web-session-looks-down', 'session → ui → lib.', `${web}session/`, `${web}(?!session/|ui/|lib/|i18n/)`),
    never('web-ui-looks-down', 'ui/ has no words of the domain.', `${web}ui/`, `${web}(?!ui/|lib/|i18n/)`),
    never('web-lib-is-the-bottom', 'lib/ imports itself.', `${web}(lib|i18n)/`, `${web}(?!lib/|i18n/)`),
    never('web-imports-contracts-only', 'What runs in a browser needs the contracts, not the server’s packages.', web, {
      path: '^packages/(?!contracts/)',
      pathNot: '^packages/catalog/src/public-edition\\.ts$',
    }),
    never(
      'web-knows-the-edition-as-a-type',
      'The page is given its edition by the server; of the catalog it knows the shape.',
      web,
      { path: '^packages/catalog/src/public-edition\\.ts$', dependencyTypesNot: ['type-only'] },
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
