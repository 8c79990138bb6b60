import type { Case } from '../case.ts';

const SUPPLY = 'scripts/checks/supply-chain.test.ts';
const SECRETS = 'tests/deployment/src/secrets.test.ts';
const TEST_WORKFLOW = '.github/workflows/test.yml';
const CHECKOUT = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1';

const guardedPackages = { file: SUPPLY, test: 'are guarded as it stands' };
const workflowsInOrder = { file: SUPPLY, test: 'are in order as they stand, in every workflow of the repository' };
const databaseLog = {
  file: SECRETS,
  test: 'the log of PostgreSQL holds neither, as docker-compose.yml has it write',
};
const serverLog = { file: SECRETS, test: 'the log holds no secret and nothing personal, at its most talkative' };

/** Other people's code on its way in, and what is secret on its way out. */
export const trustCases: readonly Case[] = [
  {
    id: 'trust.install-script',
    attack: 'A package that we come to depend on runs a script when it is installed',
    guard: 'strictDepBuilds: a script that nobody allowed fails the install',
    proof: {
      file: 'scripts/installation.test.ts',
      test: 'of a package that pnpm-workspace.yaml does not name fails the install, and does not run',
    },
    without: [{ file: 'pnpm-workspace.yaml', find: 'strictDepBuilds: true', put: 'strictDepBuilds: false' }],
  },
  {
    id: 'trust.hijacked-release',
    attack: 'A hijacked package is released, and taken before anybody notices',
    guard: 'minimumReleaseAge: three days, for every package of the lockfile',
    proof: guardedPackages,
    without: [{ file: 'pnpm-workspace.yaml', find: 'minimumReleaseAge: 4320', put: 'minimumReleaseAge: 0' }],
  },
  {
    id: 'trust.package-from-elsewhere',
    attack: 'A package brings another one from an address of its own',
    guard: 'blockExoticSubdeps',
    proof: guardedPackages,
    without: [{ file: 'pnpm-workspace.yaml', find: 'blockExoticSubdeps: true', put: '' }],
  },
  {
    id: 'trust.other-versions',
    attack: 'An image is built of other versions than were tested',
    guard: 'the lockfile, frozen',
    proof: guardedPackages,
    without: [{ file: 'Dockerfile', find: '--prod --frozen-lockfile', put: '--prod' }],
  },
  {
    id: 'trust.moved-tag',
    attack: 'The tag of an action is moved to other code',
    guard: 'actions are named by their commit',
    proof: workflowsInOrder,
    without: [{ file: TEST_WORKFLOW, find: CHECKOUT, put: 'actions/checkout@v7' }],
  },
  {
    id: 'trust.token-left-behind',
    attack: 'A test of a pull request reads the token that the checkout left in .git',
    guard: 'persist-credentials: false',
    proof: workflowsInOrder,
    without: [{ file: TEST_WORKFLOW, find: 'persist-credentials: false', put: 'fetch-depth: 1' }],
  },
  {
    id: 'trust.foreign-licence',
    attack: 'A package comes with a licence that forbids what the AGPL-3.0 grants',
    guard: 'the list of licences',
    proof: { file: 'scripts/installation.test.ts', test: '%s: %j is refused' },
    without: [{ file: 'scripts/checks/licences.ts', find: '!isWelcome(licence)', put: 'licence === undefined' }],
  },
  {
    id: 'trust.committed-credential',
    attack: 'A credential that was committed once, on any branch, and removed again is read from the history',
    guard: 'the history of every branch is searched',
    proof: {
      file: 'scripts/committed-secrets.test.ts',
      test: 'is searched to its beginning: what a later commit removed, another branch has, or a message says',
    },
    without: [{ file: 'scripts/checks/committed-secrets.ts', find: "'--all', ", put: '' }],
  },
  {
    id: 'trust.row-in-database-log',
    attack: 'Whoever reads the log of PostgreSQL finds people in it: a row that a constraint refused is quoted whole',
    guard: 'log_error_verbosity=terse',
    proof: databaseLog,
    without: [{ file: 'docker-compose.yml', find: 'log_error_verbosity=terse', put: 'log_error_verbosity=default' }],
  },
  {
    id: 'trust.values-in-database-log',
    attack: 'Whoever reads the log of PostgreSQL finds the values of slow statements in it',
    guard: 'log_parameter_max_length=0, and log_error_verbosity=terse',
    proof: databaseLog,
    without: [
      { file: 'docker-compose.yml', find: 'log_parameter_max_length=0', put: 'log_parameter_max_length=-1' },
      { file: 'docker-compose.yml', find: 'log_error_verbosity=terse', put: 'log_error_verbosity=default' },
    ],
  },
  {
    id: 'trust.words-of-telegram',
    attack: 'Telegram repeats a code and a user in its refusal, which is logged',
    guard: 'what can be no word of its own is struck out',
    proof: serverLog,
    without: [{ file: 'apps/api/src/adapters/telegram/failure.ts', find: ".replace(NO_WORD, '…')", put: '' }],
  },
  {
    id: 'trust.words-of-a-gateway',
    attack: 'An SMS gateway repeats the number in its refusal, which is logged',
    guard: 'a refusal is told by its status alone',
    proof: serverLog,
    without: [
      {
        file: 'apps/api/src/adapters/sms/webhook.ts',
        find: 'new DeliveryError(`webhook: ${answer.status}`, {',
        put: 'new DeliveryError(`webhook: ${answer.status} ${answer.body}`, {',
      },
    ],
  },
  {
    id: 'trust.last-words',
    attack: 'A process falls over, and its last words show all that the error carried',
    guard: 'the last words are the log’s',
    proof: { file: SECRETS, test: 'says what fell over and where, and not what the error carried' },
    without: [{ file: 'apps/api/src/main.ts', find: "process.on('uncaughtException', ", put: "process.on('never', " }],
  },
  {
    id: 'trust.refused-value-in-log',
    attack: 'The database refuses a value, and the driver’s error quotes it in the log',
    guard: 'of a driver’s error the log takes kind, codes and place',
    proof: {
      file: 'apps/api/src/app.logs.test.ts',
      test: 'has the codes and place of a database error, and nothing of the rejected row',
    },
    without: [
      {
        file: 'apps/api/src/wiring/logger.ts',
        find: '...(quotesValues(error) ? {} : { message: error.message }),',
        put: 'message: error.message,',
      },
    ],
  },
  {
    id: 'trust.words-of-a-job',
    attack: 'A job of the queue fails over a row, and the queue writes the database’s words into its own log and table',
    guard: 'a job’s failure is told by our log, and the queue hears nothing of it',
    proof: {
      file: 'apps/api/src/jobs/failing.test.ts',
      test: 'logs a failed job with its place and codes, and without the rejected values',
    },
    without: [{ file: 'apps/api/src/jobs/worker.ts', find: 'task && withOwnErrorLog(logger, task)', put: 'task' }],
  },
  {
    id: 'trust.core-dump',
    attack: 'A core dump of a container is read, with every key in it',
    guard: 'no container may write one',
    proof: { file: SECRETS, test: 'is written by no container of docker-compose.yml' },
    without: [{ file: 'docker-compose.yml', find: 'ulimits: { core: 0 }', put: 'ulimits: { core: -1 }' }],
  },
  {
    id: 'trust.token-redirected',
    attack: 'An answer leads the bot, and with it the token in its address, to another server',
    guard: 'no redirect is followed',
    proof: {
      file: 'apps/api/src/adapters/redirects.test.ts',
      test: 'is not followed by the running bot',
    },
    without: [
      { file: 'apps/api/src/adapters/telegram/client.ts', find: "redirect: 'error'", put: "redirect: 'follow'" },
    ],
  },
  {
    id: 'trust.impostor',
    attack: 'Somebody on the way answers as the mail server, with a certificate of their own, and reads every code',
    guard: 'certificates are checked wherever the server is not this very machine',
    proof: {
      file: 'apps/api/src/adapters/certificates.test.ts',
      test: 'receives nothing from the mail sender, except on the loopback interface',
    },
    without: [
      {
        file: 'apps/api/src/adapters/email/smtp.ts',
        find: '{ rejectUnauthorized: !local }',
        put: '{ rejectUnauthorized: false }',
      },
    ],
  },
  {
    id: 'trust.provider-redirects',
    attack:
      'An answer of Twilio, a gateway, Meta or the store of backups leads to another server, with codes and signatures',
    guard: 'no redirect is followed',
    proof: { file: 'apps/api/src/adapters/redirects.test.ts', test: 'is not followed by %s' },
    without: [{ file: 'apps/api/src/adapters/fetch-direct.ts', find: "redirect: 'error'", put: "redirect: 'follow'" }],
  },
  {
    id: 'trust.planted-cookie',
    attack: 'Another host of the same domain plants a device cookie, to be known by it',
    guard: 'the __Host- prefix, which browsers take from this host alone',
    proof: {
      file: 'apps/api/src/features/account/devices.test.ts',
      test: 'is Secure and has the __Host- prefix when the site has https',
    },
    without: [
      {
        file: 'apps/api/src/http/cookie.ts',
        find: 'isSecure(publicUrl) ? `__Host-${name}` : name',
        put: 'name',
      },
    ],
  },
  {
    id: 'trust.unseen-guessing',
    attack: 'Somebody guesses passwords and codes for days, and no log has a line of it',
    guard: 'every credential that was refused is logged, at the usual level',
    proof: {
      file: 'apps/api/src/app.logs.test.ts',
      test: 'has every rejected credential with its route and reason, at the default level, without names',
    },
    without: [{ file: 'apps/api/src/http/failures.ts', find: 'NOT_PROVEN.has(answer.body.code)', put: 'false' }],
  },
];
