import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { runLaurel } from '@laurel/support/cli';
import { type DeploymentFolder, startDeploymentFolder } from '@laurel/support/deployment-folder';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { lookAtLog } from '@laurel/support/public-log';
import { newcomer, submission } from '@laurel/support/social';
import { openStore } from '@laurel/witness/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';

let deployment: DeploymentFolder;
let folder: string;
let accountId: string;
let suspendedId: string;
let reviewId: string;
let messageId: string;
let proposed: string;
let proposedMove: string;
let applied: string;
const api = useTestApi();
const owner = useOwner(api);
beforeAll(async () => {
  deployment = await startDeploymentFolder();
  folder = mkdtempSync(join(tmpdir(), 'laurel-commands-'));
  cpSync(demoEditionDir, join(folder, 'edition'), { recursive: true });
  mkdirSync(join(folder, 'secrets'));
  for (const name of ['jwt_secret', 'jwt_secret_previous', 'data_key', 'data_key_previous']) {
    // One rotation of data-key is under way, and none of jwt.
    writeFileSync(join(folder, 'secrets', name), name === 'jwt_secret_previous' ? '' : `content of ${name}`);
  }
  // Codes of before its last step have ended.
  const anHourAgo = new Date(Date.now() - 60 * 60_000);
  utimesSync(join(folder, 'secrets/data_key_previous'), anHourAgo, anHourAgo);
  await openStore(join(folder, 'witness'), undefined, new Date());
  writeFileSync(join(folder, 'nominees.csv'), 'nomination,niche,tag,name,link,logo,desc_en,desc_uk\n');
  const person = await newcomer(api);
  ({ accountId } = person);
  await submission(api, person);
  ({ accountId: suspendedId } = await newcomer(api));
  await owner.query(
    `INSERT INTO team_members (name, role, invited_by, joined_at) VALUES ('Petro', 'auditor', 'test', now())`,
  );
  await owner.query('UPDATE accounts SET suspended_at = now() WHERE id = $1', [suspendedId]);
  const failed = await owner.query<{ id: string }>(
    `INSERT INTO messages (id, account_id, kind, purpose, provider, state, tries, tried_at, problem, created_at)
     VALUES (gen_random_uuid(), $1, 'mail', 'social_approved', 'smtp', 'failed', 1, now(), 'smtp: 451', now()) RETURNING id`,
    [accountId],
  );
  messageId = failed.rows[0]?.id ?? '';
  // A vote of the suspended account and one of somebody else; two exclusions of the first, the second one applied.
  await owner.query(
    `INSERT INTO votes SELECT coalesce((SELECT voter_id FROM accounts WHERE id = v), gen_random_uuid()), n.category_id, n.id, now()
       FROM unnest($1::uuid[]) v, (SELECT * FROM nominees ORDER BY id LIMIT 1) n`,
    [[suspendedId, '00000000-0000-4000-8000-000000000000']],
  );
  await owner.query('INSERT INTO tallies SELECT nominee_id, 0, count(*) FROM votes GROUP BY nominee_id');
  const propose = async (): Promise<string> => {
    const ran = await laurel('exclusions propose');
    expect(ran.problems).toEqual([]);
    return /as exclusion (\d+)/.exec(ran.text())?.[1] ?? '';
  };
  await lookAtLog(api);
  proposed = await propose();
  applied = await propose();
  expect(
    await api.deps.exclusions.take(Number(applied), 'apply', { actor: 'olena', reason: 'a test' }),
  ).toBeUndefined();
  const move = { clear: false, closes: '2098-01-01T00:00:00.000Z' };
  const numbers = { votesLastHour: 0, unfinished: 0, countedAt: new Date() };
  const { rows } = await owner.query<{ id: number }>('SELECT propose_phases($1, $2, $3, $4, $5, $6, now()) AS id', [
    ...[move, {}, numbers, {}].map((each) => JSON.stringify(each)),
    'olena',
    'a test',
  ]);
  proposedMove = String(rows[0]?.id);
  ({ id: reviewId } = await api.deps.db.socialRequest.findFirstOrThrow({ where: { accountId } }));
});
afterAll(async () => {
  await deployment.close();
  rmSync(folder, { recursive: true, force: true });
});

const REASON = ['--reason', 'a test'];
const PUBLIC_REASON = ['--public-reason', 'A test', '--public-reason-uk', 'Тест'];
/** The arguments of each command. Commands of backups, `witness run` and `rehearse` have their own tests. */
const ARGUMENTS: Readonly<Record<string, () => readonly string[]>> = {
  setup: () => deployment.flags(),
  doctor: () => [],
  'phase show': () => [],
  'phase set': () => ['--closes', '2099-01-01T00:00Z', ...REASON],
  'phase approve': () => [proposedMove, ...REASON, '--as', 'taras'],
  'phase refuse': () => [proposedMove, ...REASON, '--as', 'taras'],
  results: () => [],
  'votes export': () => [],
  'log status': () => [],
  'log verify': () => [],
  'log export': () => [],
  'exclusions list': () => [],
  'exclusions show': () => [proposed],
  'exclusions preview': () => ['--account', suspendedId],
  'exclusions propose': () => ['--account', suspendedId, ...REASON, ...PUBLIC_REASON],
  'exclusions approve': () => [proposed, ...REASON, '--as', 'taras'],
  'exclusions refuse': () => [proposed, ...REASON, '--as', 'taras'],
  'exclusions apply': () => [proposed, ...REASON],
  'exclusions undo': () => [applied, ...REASON],
  'exclusions export': () => [proposed, ...REASON],
  'user show': () => [accountId],
  'user unlock': () => [accountId, ...REASON],
  'user reset-two-factor': () => [accountId, ...REASON],
  'user sign-out': () => [accountId, ...REASON],
  'user suspend': () => [accountId, ...REASON],
  'user restore': () => [suspendedId, ...REASON],
  'user erase': () => [accountId, ...REASON],
  'review list': () => [],
  'review approve': () => [reviewId],
  'review reject': () => [reviewId],
  'review undo': () => [reviewId],
  'messages list': () => ['--account', accountId],
  'messages show': () => [messageId],
  'messages totals': () => [],
  'messages retry': () => [messageId, ...REASON],
  'messages test': () => ['organiser@awards.example', ...REASON],
  'team list': () => [],
  'team invite': () => ['Olena', '--role', 'owner'],
  'team remove': () => ['Petro', ...REASON, '--yes'],
  'audit list': () => [],
  'audit bundle': () => ['--public'],
  migrate: () => [],
  'edition check': () => [demoEditionDir],
  'edition diff': () => [demoEditionDir],
  'edition import': () => [demoEditionDir],
  'nominees import': () => [join(folder, 'nominees.csv'), '--dir', join(folder, 'edition')],
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
  ...Object.keys(COMMANDS).filter((name) => name.startsWith('backup ')),
]);

const laurel = (name: string, ...more: string[]) =>
  runLaurel([...name.split(' '), ...(ARGUMENTS[name]?.() ?? []), ...more], {
    NODE_ENV: 'test',
    DATABASE_URL: api.deps.databaseUrl,
    DATABASE_MIGRATE_URL: api.migrateUrl,
    DATABASE_CONSOLE_URL: api.consoleUrl,
    CONSOLE_URL: 'http://localhost:8081',
    JWT_SECRET: api.deps.config.jwtSecret,
    DATA_KEY: api.deps.config.dataKey.toString('base64'),
    LOG_KEY: api.deps.config.logKey?.toString('base64') ?? '',
    DATA_DIR: api.deps.config.DATA_DIR,
  });

/** Every row of every table, without the records of who looked at the votes of few people, which a dry run shows, too. */
const databaseNow = async (): Promise<Record<string, unknown>> => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE (schemaname = 'public' AND tablename <> 'rehearsed_accounts') OR (schemaname = 'graphile_worker' AND tablename = '_private_jobs')`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await owner.query<{ t: string }>(`SELECT t::text FROM ${name} t ORDER BY 1`);
    content[name] = rows.filter(({ t }) => !t.includes('exclusion.rehearse'));
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

const tried = Object.entries(COMMANDS).filter(([name]) => !ELSEWHERE.has(name));

describe('every command', () => {
  it.each(tried)('laurel %s answers in JSON', async (name, { changes }) => {
    expect(ARGUMENTS).toHaveProperty([name]);
    const ran = await laurel(name, '--json', ...(changes && name !== 'votes export' ? ['--dry-run'] : []));
    expect([name, typeof JSON.parse(ran.written() + ran.lines.join('\n'))]).toEqual([name, 'object']);
    expect([name, ran.code, ran.problems.join()]).toEqual([name, exitOf(name), expect.any(String)]);
  });

  it.each(tried.filter(([, { changes }]) => changes))('laurel %s changes nothing with --dry-run', async (name) => {
    const before = await now();
    const ran = await laurel(name, '--dry-run');
    expect([name, ran.code]).toEqual([name, exitOf(name)]);
    expect(await now()).toEqual(before);
  });
});
