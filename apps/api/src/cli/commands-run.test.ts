import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { laurelOver } from '@laurel/support/cli';
import { type DeploymentFolder, startDeploymentFolder } from '@laurel/support/deployment-folder';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { lookAtLog } from '@laurel/support/public-log';
import { newcomer } from '@laurel/support/social';
import { openStore } from '@laurel/witness/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOST_COMMANDS } from './commands.ts';
import { useFolder } from './testing.ts';

let deployment: DeploymentFolder;
const folder = useFolder('file');
const api = useTestApi();
const owner = useOwner(api);
beforeAll(async () => {
  deployment = await startDeploymentFolder();
  mkdirSync(join(folder, 'secrets'));
  for (const name of ['jwt_secret', 'jwt_secret_previous', 'data_key', 'data_key_previous']) {
    // One rotation of data-key is under way, and none of jwt.
    writeFileSync(join(folder, 'secrets', name), name === 'jwt_secret_previous' ? '' : `content of ${name}`);
  }
  // Codes of before its last step have ended.
  const anHourAgo = new Date(Date.now() - 60 * 60_000);
  utimesSync(join(folder, 'secrets/data_key_previous'), anHourAgo, anHourAgo);
  await openStore(join(folder, 'witness'), undefined, new Date());
  await newcomer(api);
  await lookAtLog(api);
});
afterAll(() => deployment.close());

const REASON = ['--reason', 'a test'];
/** The arguments of each command. Commands of backups, `witness run` and `rehearse` have their own tests. */
const ARGUMENTS: Readonly<Record<string, () => readonly string[]>> = {
  setup: () => deployment.flags(),
  doctor: () => [],
  'phase set': () => ['--closes', '2099-01-01T00:00Z', ...REASON],
  results: () => [],
  'votes export': () => [],
  'log status': () => [],
  'log verify': () => [],
  'log export': () => [],
  'team invite': () => ['Olena', '--role', 'owner'],
  'audit bundle': () => ['--public'],
  migrate: () => [],
  'edition check': () => [demoEditionDir],
  'edition diff': () => [demoEditionDir],
  'edition import': () => [demoEditionDir],
  'secrets complete': () => ['--dir', folder],
  'secrets rotate': () => ['jwt', '--dir', folder],
  'secrets reseal': () => [],
  'secrets forget': () => ['data-key', '--dir', folder],
  'witness key': () => ['--state', join(folder, 'witness')],
};
/**
 * The exit code of a command. `secrets reseal` reports these voters: their two-factor secrets are not sealed. `audit bundle` waits
 * for the end of voting.
 */
const exitOf = (name: string): number => (['secrets reseal', 'audit bundle'].includes(name) ? 1 : 0);
const ELSEWHERE = new Set([
  'witness run',
  'rehearse',
  'fraud evaluate',
  ...Object.keys(HOST_COMMANDS).filter((name) => name.startsWith('backup ')),
]);

const laurel = (name: string, ...more: string[]) =>
  laurelOver(api, {
    DATABASE_MIGRATE_URL: api.migrateUrl,
    DATABASE_CONSOLE_URL: api.consoleUrl,
    CONSOLE_URL: 'http://localhost:8081',
    LOG_KEY: api.deps.config.logKey?.toString('base64') ?? '',
  })([...name.split(' '), ...(ARGUMENTS[name]?.() ?? []), ...more]);

/** Every row of every table. */
const databaseNow = async (): Promise<Record<string, unknown>> => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname = 'public' OR (schemaname = 'graphile_worker' AND tablename = '_private_jobs')`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await owner.query<{ t: string }>(`SELECT t::text FROM ${name} t ORDER BY 1`);
    content[name] = rows;
  }
  return content;
};

/** Every file of a folder, with its content and its mode. */
const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, path: join(directory, name) }))
    .filter(({ path }) => statSync(path).isFile())
    .map(({ name, path }) => {
      const content = createHash('sha256').update(readFileSync(path)).digest('hex');
      return `${name} ${statSync(path).mode} ${content}`;
    })
    .sort();

const now = async () => ({
  database: await databaseNow(),
  files: [...filesIn(folder), ...filesIn(deployment.dir)],
});

const tried = Object.entries(HOST_COMMANDS).filter(([name]) => !ELSEWHERE.has(name));

it.each(tried)('laurel %s answers in JSON, and changes nothing with --dry-run', async (name, { changes }) => {
  expect(ARGUMENTS).toHaveProperty([name]);
  const before = changes ? await now() : undefined;
  const ran = await laurel(name, '--json', ...(changes ? ['--dry-run'] : []));
  expect([typeof JSON.parse(ran.written() + ran.lines.join('\n')), ran.code]).toEqual(['object', exitOf(name)]);
  expect(changes ? await now() : undefined).toEqual(before);
});
