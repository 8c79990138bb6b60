import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { openSigned, requireSigner, requireTrust } from '@laurel/backup/signed';
import { listen, runLaurel } from '@laurel/support/cli';
import { type DeploymentFolder, startDeploymentFolder } from '@laurel/support/deployment-folder';
import { WEBHOOK_SECRET } from '@laurel/support/sms-gateway';
import { Decrypter, Encrypter } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../config.ts';
import { SECRET_NAMES } from '../../configuration/deployment.ts';
import { runCli } from '../program.ts';
import { planDeployment } from './plan.ts';

let folder: DeploymentFolder;
let dir: string;
const start = async () => {
  folder = await startDeploymentFolder();
  ({ dir } = folder);
};

const setup = (argv: string[]) => runLaurel(['setup', ...argv], {});
const read = (file: string): string => readFileSync(join(dir, file), 'utf8');
const modeOf = (file: string): number => statSync(join(dir, file)).mode & 0o777;

/** The configuration of the containers: .env, and each secret as a file. */
const configured = () =>
  readConfig({
    ...parseEnv(read('.env')),
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://localhost',
    ...Object.fromEntries(
      [
        ...['database_url', 'database_migrate_url', 'database_console_url', 'jwt_secret', 'jwt_secret_previous'],
        ...['data_key', 'smtp_url', 'sms_webhook_secret', 'telegram_bot_token'],
      ].map((name) => [`${name.toUpperCase()}_FILE`, join(dir, 'secrets', name)]),
    ),
  });
const role = (file: string): URL => new URL(read(`secrets/${file}`));

describe('a deployment that laurel setup has made', () => {
  let printed: string;
  beforeAll(async () => {
    await start();
    const done = await setup(folder.flags());
    printed = done.text();
    expect(done.code, printed).toBe(0);
  });
  afterAll(() => folder.close());

  it('is for production, with the demo edition', () => {
    const config = configured();
    expect(config).toMatchObject({
      production: true,
      SMTP_URL: `smtp://127.0.0.1:${folder.mail.port}`,
      MAIL_FROM: 'Awards <awards@localhost>',
      SMS_WEBHOOK_SECRET: WEBHOOK_SECRET,
      INSTAGRAM_PROVIDER: 'review',
      SMS_HOURLY_BUDGET: 1300,
      jwtSecretsPrevious: [],
    });
    expect(config.TELEGRAM_BOT_TOKEN).toBeUndefined();
    expect(parseEnv(read('.env'))).toMatchObject({ LAUREL_DOMAIN: 'localhost', LAUREL_EMAIL: 'help@awards.example' });
    expect(existsSync(join(dir, 'edition/edition.yaml'))).toBe(true);
  });

  it('has a console under a name of its own, and a role with a password of its own for each task', () => {
    expect(parseEnv(read('.env'))).toMatchObject({ LAUREL_CONSOLE_DOMAIN: 'console.localhost' });
    const urls = [
      ...['database_url', 'database_migrate_url', 'database_console_url', 'database_replication_url'].map(role),
    ];
    expect(urls.map(({ username }) => username)).toEqual(['laurel_app', 'laurel', 'laurel_console', 'laurel_backup']);
    expect(new Set(urls.map(({ host }) => host))).toEqual(new Set(['postgres:5432']));
    expect(new Set(urls.map(({ password }) => password)).size).toBe(4);
    expect(role('database_migrate_url').password).toBe(read('secrets/postgres_password'));
    expect(printed).toContain('deploy/laurel team invite NAME --role owner');
  });

  it('protects .env and the secrets from other users, and lets containers read mounts', () => {
    expect([modeOf('.env'), modeOf('secrets')]).toEqual([0o600, 0o700]);
    expect(readdirSync(join(dir, 'secrets')).sort()).toEqual([...SECRET_NAMES].sort());
    for (const name of SECRET_NAMES) expect(modeOf(`secrets/${name}`)).toBe(0o444);
    expect([modeOf('edition'), modeOf('edition/edition.yaml')]).toEqual([0o755, 0o644]);
  });

  it('has no secret in .env or in what was printed', () => {
    const made = ['jwt_secret', 'data_key', 'log_key', 'sms_webhook_secret', 'backup_identity', 'backup_signing_key'];
    const passwords = [read('secrets/postgres_password'), role('database_console_url').password];
    for (const secret of [...made.map((name) => read(`secrets/${name}`)), ...passwords]) {
      expect(secret.length).toBeGreaterThan(30);
      expect(printed).not.toContain(secret);
      expect(read('.env')).not.toContain(secret);
    }
  });

  it('has a matching pair of age keys, and one that signs backups', async () => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(read('secrets/backup_recipient'));
    const decrypter = new Decrypter();
    decrypter.addIdentity(read('secrets/backup_identity'));
    expect(await decrypter.decrypt(await encrypter.encrypt('a backup'), 'text')).toBe('a backup');
    const signed = requireSigner({ signingKey: read('secrets/backup_signing_key') }).sign('head', { at: 'now' });
    const trust = requireTrust({ signingKey: undefined, verifyKey: read('secrets/backup_verify_key') });
    const shape = { at: z.string() };
    expect(openSigned(signed, { source: 'it', kind: 'head', shape, trust }).stated.at).toBe('now');
  });
});

describe('laurel setup', () => {
  beforeEach(start);
  afterEach(() => folder.close());

  it('sets the console up under another name, or not at all', async () => {
    const dry = ['--skip-dns', '--dry-run'];
    const named = await setup([...folder.flags({ '--console-domain': 'Desk.Awards.Example' }), ...dry]);
    expect(named.text()).toContain('  .env  LAUREL_CONSOLE_DOMAIN=desk.awards.example\n');
    const none = await setup(folder.flags({ '--console-domain': 'none', '--telegram-token': 'none' }));
    expect(none.code, none.text()).toBe(0);
    expect(read('.env')).not.toContain('CONSOLE');
    expect(read('secrets/database_console_url')).toBe('');
    expect(none.text()).not.toContain('laurel team');
    // It is offered for Telegram, too.
    expect(read('secrets/telegram_bot_token')).toBe('');
    expect(configured()).not.toHaveProperty('CONSOLE_URL', expect.anything());
  });

  it('creates new secrets each time', async () => {
    await setup(folder.flags());
    const first = SECRET_NAMES.map((name) => read(`secrets/${name}`));
    rmSync(join(dir, '.env'));
    rmSync(join(dir, 'secrets'), { recursive: true });
    await setup(folder.flags());
    const made = SECRET_NAMES.filter((name, index) => read(`secrets/${name}`) !== first[index]);
    expect(made).toEqual([
      'jwt_secret',
      'data_key',
      'log_key',
      'database_url',
      'database_migrate_url',
      'database_console_url',
      'database_replication_url',
      'postgres_password',
      'backup_recipient',
      'backup_identity',
      'backup_signing_key',
      'backup_verify_key',
      'grafana_password',
    ]);
  });

  it('overwrites nothing: a second run fails and names the existing files', async () => {
    await setup(folder.flags());
    const [env, key] = [read('.env'), read('secrets/data_key')];
    const again = await setup(folder.flags());
    expect(again.code).toBe(2);
    expect(again.problems.join()).toContain(`${dir} has a deployment already: .env, secrets/`);
    expect([read('.env'), read('secrets/data_key')]).toEqual([env, key]);
  });

  it('keeps existing content, and rejects invalid content', async () => {
    mkdirSync(join(dir, 'edition'));
    writeFileSync(join(dir, 'edition/edition.yaml'), 'year: soon\n');
    const refused = await setup(folder.flags());
    expect(refused).toMatchObject({ code: 1, problems: [expect.stringContaining('edition.yaml:1:7 year must be')] });
    expect(readdirSync(dir)).toEqual(['edition']);
  });

  it('lists the files in a dry run, and writes none', async () => {
    const dry = await setup([...folder.flags({ '--test-mail': 'me@awards.example' }), '--dry-run']);
    expect(dry.code).toBe(0);
    expect(dry.text()).toContain('  .env  SMS_HOURLY_BUDGET=1300');
    expect(dry.text()).toContain('  secrets/jwt_secret\n');
    expect(dry.text()).toContain('secrets/telegram_bot_token  (empty: not used)');
    expect(readdirSync(dir)).toEqual([]);
    expect(folder.mail.received).toEqual([]);
    const inJson = listen();
    expect(await runCli(['setup', ...folder.flags(), '--dry-run', '--json'], inJson, {})).toBe(0);
    expect(JSON.parse(inJson.lines.join('\n'))).toMatchObject({
      written: false,
      settings: { SMS_PROVIDER: 'webhook' },
    });
  });

  it('leaves no files if it can’t write', async () => {
    // A dangling link: it looks absent, but blocks the last file that is written.
    symlinkSync(join(dir, 'nowhere'), join(dir, '.env'));
    const full = await setup(folder.flags());
    expect(full).toMatchObject({
      code: 1,
      problems: expect.arrayContaining([expect.stringContaining("can't be written")]),
    });
    expect(readdirSync(dir)).toEqual(['.env']);
  });

  // This test failed: the file that was being written stayed.
  it('leaves no files if the disk is full in the middle of one', async () => {
    const real: (...args: never[]) => unknown = fs.writeFileSync;
    const spy = vi.spyOn(fs, 'writeFileSync').mockImplementation((...args: unknown[]) => {
      const isLast = String(args[1]).includes('LAUREL_DOMAIN');
      Reflect.apply(real, fs, isLast ? [args[0], 'half', ...args.slice(2)] : args);
      if (isLast) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      spy.mockRestore();
      syncBuiltinESMExports();
    });
    const full = await setup(folder.flags());
    expect(full).toMatchObject({ code: 1, problems: expect.arrayContaining([expect.stringContaining('ENOSPC')]) });
    expect(readdirSync(dir)).toEqual([]);
  });

  it('run twice at once creates one deployment, which the other run leaves intact', async () => {
    const runs = await Promise.all([setup(folder.flags()), setup(folder.flags())]);
    const codes = runs.map(({ code }) => code).sort();
    expect(codes[0]).toBe(0);
    expect(codes[1]).toBeGreaterThan(0);
    expect(readdirSync(join(dir, 'secrets')).sort()).toEqual([...SECRET_NAMES].sort());
    expect(configured().production).toBe(true);
  });

  it('reads a secret from a file', async () => {
    writeFileSync(join(dir, 'mail.txt'), `smtp://127.0.0.1:${folder.mail.port}\n`);
    expect((await setup(folder.flags({ '--mail': `@${join(dir, 'mail.txt')}` }))).code).toBe(0);
    expect(read('secrets/smtp_url')).toBe(`smtp://127.0.0.1:${folder.mail.port}`);
    const none = await setup(folder.flags({ '--mail': '@/nowhere/mail.txt' }));
    expect(none).toMatchObject({ code: 2, problems: [expect.stringContaining('--mail: there is no file')] });
  });
});

it.each([
  ['turbosms', 'turbosms_token', 'TURBOSMS_SENDER'],
  ['seven', 'seven_api_key', 'SEVEN_SENDER'],
] as const)('a deployment with %s has its key and its sender', async (sms, secret, sender) => {
  const { settings, secrets } = await planDeployment({ sms, smsKey: 'geheim', smsSender: 'Awards', audience: '100' });
  expect(settings).toMatchObject({ SMS_PROVIDER: sms, [sender]: 'Awards' });
  expect(secrets.get(secret)).toBe('geheim');
});
