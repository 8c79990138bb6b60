import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { Decrypter, Encrypter } from 'age-encryption';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { SECRET_NAMES } from '../../configuration/deployment.ts';
import { listen } from '../../testing/cli.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { type SmsGateway, startSmsGateway, WEBHOOK_SECRET, webhookProtocol } from '../../testing/sms-gateway.ts';
import { runCli } from '../program.ts';
import { runSetup } from './setup.ts';

let dir: string;
let mail: MailServer;
let sms: SmsGateway;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'laurel-setup-'));
  mail = await startMailServer();
  sms = await startSmsGateway(webhookProtocol);
});
afterEach(async () => {
  await mail.close();
  await sms.close();
  rmSync(dir, { recursive: true, force: true });
});

const flags = (more: Record<string, string | undefined> = {}): string[] =>
  Object.entries({
    '--dir': dir,
    '--domain': 'localhost',
    '--mail': `smtp://127.0.0.1:${mail.port}`,
    '--support-email': 'help@awards.example',
    '--sms': 'webhook',
    '--sms-webhook-url': sms.url,
    '--sms-webhook-secret': WEBHOOK_SECRET,
    '--audience': '10000',
    ...more,
  }).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));

const setup = async (argv: string[]) => {
  const output = listen();
  const code = await runCli(['setup', ...argv], output, {});
  return { code, ...output };
};
const read = (file: string): string => readFileSync(join(dir, file), 'utf8');
const modeOf = (file: string): number => statSync(join(dir, file)).mode & 0o777;

/** What the containers are given: .env, and each secret as a file. */
const environment = (): Record<string, string | undefined> => ({
  ...parseEnv(read('.env')),
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://localhost',
  DATABASE_URL_FILE: join(dir, 'secrets/database_url'),
  DATABASE_MIGRATE_URL_FILE: join(dir, 'secrets/database_migrate_url'),
  JWT_SECRET_FILE: join(dir, 'secrets/jwt_secret'),
  JWT_SECRET_PREVIOUS_FILE: join(dir, 'secrets/jwt_secret_previous'),
  DATA_KEY_FILE: join(dir, 'secrets/data_key'),
  SMTP_URL_FILE: join(dir, 'secrets/smtp_url'),
  SMS_WEBHOOK_SECRET_FILE: join(dir, 'secrets/sms_webhook_secret'),
  TELEGRAM_BOT_TOKEN_FILE: join(dir, 'secrets/telegram_bot_token'),
});

describe('laurel setup', () => {
  it('writes what Laurel starts with in production, and the demo edition', async () => {
    const done = await setup(flags());
    expect(done.code, done.text()).toBe(0);
    const config = readConfig(environment());
    expect(config).toMatchObject({
      production: true,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Awards <awards@localhost>',
      SMS_WEBHOOK_SECRET: WEBHOOK_SECRET,
      INSTAGRAM_PROVIDER: 'review',
      SMS_HOURLY_BUDGET: 1300,
      jwtSecretsPrevious: [],
    });
    expect(config.TELEGRAM_BOT_TOKEN).toBeUndefined();
    expect(parseEnv(read('.env'))).toMatchObject({ LAUREL_DOMAIN: 'localhost', LAUREL_EMAIL: 'help@awards.example' });
    expect(existsSync(join(dir, 'edition/edition.yaml'))).toBe(true);
    const app = new URL(read('secrets/database_url'));
    const owner = new URL(read('secrets/database_migrate_url'));
    expect([app.username, app.host, owner.username]).toEqual(['laurel_app', 'postgres:5432', 'laurel']);
    expect(owner.password).toBe(read('secrets/postgres_password'));
    expect(owner.password).not.toBe(app.password);
  });

  it('keeps .env and the secrets from other users of the machine, and lets containers read what is mounted', async () => {
    await setup(flags());
    expect([modeOf('.env'), modeOf('secrets')]).toEqual([0o600, 0o700]);
    expect(readdirSync(join(dir, 'secrets')).sort()).toEqual([...SECRET_NAMES].sort());
    for (const name of SECRET_NAMES) expect(modeOf(`secrets/${name}`)).toBe(0o444);
  });

  it('shows no secret, and puts none into .env', async () => {
    const done = await setup(flags());
    for (const name of ['jwt_secret', 'data_key', 'postgres_password', 'sms_webhook_secret', 'backup_identity']) {
      const secret = read(`secrets/${name}`);
      expect(secret.length).toBeGreaterThan(30);
      expect(done.text()).not.toContain(secret);
      expect(read('.env')).not.toContain(secret);
    }
  });

  it('makes a pair of age keys that fit', async () => {
    await setup(flags());
    const encrypter = new Encrypter();
    encrypter.addRecipient(read('secrets/backup_recipient'));
    const sealed = await encrypter.encrypt('a backup');
    const decrypter = new Decrypter();
    decrypter.addIdentity(read('secrets/backup_identity'));
    expect(await decrypter.decrypt(sealed, 'text')).toBe('a backup');
  });

  it('makes other secrets each time', async () => {
    await setup(flags());
    const first = SECRET_NAMES.map((name) => read(`secrets/${name}`));
    rmSync(join(dir, '.env'));
    rmSync(join(dir, 'secrets'), { recursive: true });
    await setup(flags());
    const made = SECRET_NAMES.filter((name, index) => read(`secrets/${name}`) !== first[index]);
    expect(made).toEqual([
      'jwt_secret',
      'data_key',
      'database_url',
      'database_migrate_url',
      'postgres_password',
      'backup_recipient',
      'backup_identity',
    ]);
  });

  it('writes over nothing: a second run refuses and names what stands', async () => {
    await setup(flags());
    const [env, key] = [read('.env'), read('secrets/data_key')];
    const again = await setup(flags());
    expect(again.code).toBe(2);
    expect(again.problems.join()).toContain(`stands in ${dir}: .env, secrets/`);
    expect([read('.env'), read('secrets/data_key')]).toEqual([env, key]);
  });

  it('leaves content that is there alone, and refuses with broken content', async () => {
    mkdirSync(join(dir, 'edition'));
    writeFileSync(join(dir, 'edition/edition.yaml'), 'year: soon\n');
    const refused = await setup(flags());
    expect(refused).toMatchObject({ code: 1, problems: [expect.stringContaining('edition.yaml:1:7 year must be')] });
    expect(readdirSync(dir)).toEqual(['edition']);
  });

  it('says what it would write, and writes nothing, in a dry run', async () => {
    const dry = await setup([...flags({ '--test-mail': 'me@awards.example' }), '--dry-run']);
    expect(dry.code).toBe(0);
    expect(dry.text()).toContain('  .env  SMS_HOURLY_BUDGET=1300');
    expect(dry.text()).toContain('  secrets/jwt_secret\n');
    expect(dry.text()).toContain('secrets/telegram_bot_token  (empty: not used)');
    expect(readdirSync(dir)).toEqual([]);
    expect(mail.received).toEqual([]);
    const inJson = listen();
    expect(await runCli(['setup', ...flags(), '--dry-run', '--json'], inJson, {})).toBe(0);
    expect(JSON.parse(inJson.lines.join('\n'))).toMatchObject({
      written: false,
      settings: { SMS_PROVIDER: 'webhook' },
    });
  });

  it('leaves nothing behind where it can’t write', async () => {
    // A link that leads nowhere: seen as absent, and yet in the way of the last file that is written.
    symlinkSync(join(dir, 'nowhere'), join(dir, '.env'));
    const full = await setup(flags());
    expect(full).toMatchObject({
      code: 1,
      problems: expect.arrayContaining([expect.stringContaining("can't be written")]),
    });
    expect(readdirSync(dir)).toEqual(['.env']);
  });

  it('reads a secret from a file', async () => {
    writeFileSync(join(dir, 'mail.txt'), `smtp://127.0.0.1:${mail.port}\n`);
    expect((await setup(flags({ '--mail': `@${join(dir, 'mail.txt')}` }))).code).toBe(0);
    expect(read('secrets/smtp_url')).toBe(`smtp://127.0.0.1:${mail.port}`);
    const none = await setup(flags({ '--mail': '@/nowhere/mail.txt' }));
    expect(none).toMatchObject({ code: 2, problems: [expect.stringContaining('--mail: there is no file')] });
  });
});

describe('laurel setup refuses', () => {
  it('flags that are missing, all of them at once', async () => {
    const refused = await setup(['--dir', dir, '--sms', 'twilio']);
    expect(refused.code).toBe(2);
    for (const flag of [
      '--domain',
      '--mail',
      '--support-email',
      '--twilio-account-sid',
      '--twilio-from',
      '--audience',
    ]) {
      expect(refused.text()).toContain(`  ${flag} <`);
    }
    expect(refused.text()).not.toContain('--sms-webhook-url');
    expect(readdirSync(dir)).toEqual([]);
  });

  it.each([
    ['--domain', 'https://awards.example.org', 'must be a name alone'],
    ['--domain', '203.0.113.5', 'must be a name alone'],
    ['--mail', 'https://mail.example.org', 'must be smtp://'],
    ['--support-email', 'nobody', 'must be one email address'],
    ['--mail-from', 'Awards', 'must be an address, or a name with an address'],
    ['--sms', 'pigeon', 'must be one of: twilio, webhook'],
    ['--sms-webhook-secret', 'short', 'must have at least 32 characters'],
    ['--telegram-token', '12:short', 'must be like 123456789:AAH'],
    ['--audience', 'many', 'must be a whole number'],
    ['--test-sms', '044', '--test-sms must be a number like'],
  ])('%s %s, with the rule', async (flag, value, rule) => {
    const refused = await setup(flags({ [flag]: value }));
    expect(refused.code).toBe(2);
    expect(refused.text()).toContain(rule);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('a name that leads nowhere', async () => {
    const refused = await setup(flags({ '--domain': 'awards.nothing-here.invalid' }));
    expect(refused).toMatchObject({ code: 1, problems: [expect.stringContaining('leads nowhere yet')] });
    expect(readdirSync(dir)).toEqual([]);
    const skipped = await setup([...flags({ '--domain': 'awards.nothing-here.invalid' }), '--skip-dns']);
    expect(skipped.code).toBe(0);
  });

  it('a provider that can’t be reached', async () => {
    const refused = await setup(flags({ '--mail': 'smtp://127.0.0.1:1' }));
    expect(refused.code).toBe(1);
    expect(refused.text()).toMatch(/mail: smtp: .*ECONNREFUSED[\s\S]*→ Check SMTP_URL/);
    expect(readdirSync(dir)).toEqual([]);
    expect((await setup([...flags({ '--mail': 'smtp://127.0.0.1:1' }), '--skip-providers'])).code).toBe(0);
  });

  it('a deployment without any social provider', async () => {
    const refused = await setup(flags({ '--instagram': 'none' }));
    expect(refused.code).toBe(1);
    expect(refused.text()).toContain('a social provider is needed in production');
  });
});

describe('the tests of laurel setup', () => {
  it('send a mail and a text message, by the configured providers', async () => {
    const done = await setup(flags({ '--test-mail': 'me@awards.example', '--test-sms': '+380441234567' }));
    expect(done.code, done.text()).toBe(0);
    expect(mail.received.map(({ recipients }) => recipients)).toEqual([['me@awards.example']]);
    expect(sms.received).toMatchObject([{ to: '+380441234567', text: 'Test of https://localhost' }]);
  });

  it('say what the provider said, and then nothing is written', async () => {
    mail.refuse({ at: 'rcpt', code: 550 });
    const refused = await setup(flags({ '--test-mail': 'me@awards.example' }));
    expect(refused.code).toBe(1);
    expect(refused.text()).toMatch(
      /The test mail to me@awards\.example was refused: smtp: .* 550.*refused by the test/,
    );
    sms.refuse({ status: 402, body: { error: 'no credit' } });
    const unpaid = await setup([...flags({ '--test-sms': '+380441234567' }), '--skip-providers']);
    expect(unpaid.text()).toMatch(/was refused: webhook: 402: .*no credit/);
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('laurel setup at a terminal', () => {
  /** Types an answer whenever something new is asked. */
  const converse = async (given: Record<string, string>, answers: [RegExp, string][]) => {
    const input = new PassThrough();
    const output = new PassThrough();
    // As with a process's own output: a question that is over does not end it.
    output.end = () => output;
    let shown = '';
    output.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
    });
    const said = listen();
    const options = { dir, skipDns: false, skipProviders: false, dryRun: false, yes: false, json: false, ...given };
    const running = runSetup(options, said, { input, output });
    for (const [question, answer] of answers) {
      for (let tries = 0; !question.test(shown); tries += 1) {
        if (tries > 200) throw new Error(`never asked ${question}; shown: ${shown}`);
        await wait(10);
      }
      shown = '';
      input.write(answer);
    }
    return { code: await running, shown, ...said };
  };

  it('asks what flags have not said, tells a wrong answer at once, and asks before it writes', async () => {
    const given = { mail: `smtp://127.0.0.1:${mail.port}`, smsWebhookUrl: sms.url, smsWebhookSecret: WEBHOOK_SECRET };
    const done = await converse(given, [
      [/the name people will type/, 'https://x\n'],
      [/must be a name alone/, `${'\b'.repeat(9)}localhost\n`],
      [/where voters write to you/, 'help@awards.example\n'],
      [/the sender of mails/, '\n'],
      [/where the certificate authority writes/, '\n'],
      [/who sends text messages/, '\u001b[B\n'],
      [/Telegram: the bot’s token/, '\n'],
      [/Instagram: review/, '\n'],
      [/how many people/, '500\n'],
      [/send a test mail to/, 'me@awards.example\n'],
      [/write \.env and secrets/, 'y\n'],
    ]);
    expect(done.code, done.text()).toBe(0);
    expect(parseEnv(read('.env'))).toMatchObject({ LAUREL_DOMAIN: 'localhost', SMS_PROVIDER: 'webhook' });
    expect(mail.received).toHaveLength(1);
  });
});

it('has no terminal in a pipe', () => {
  const main = join(import.meta.dirname, '../main.ts');
  const ran = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'setup', '--dir', dir], {
    encoding: 'utf8',
    input: '',
  });
  expect(ran.status).toBe(2);
  expect(ran.stderr).toContain('--domain <NAME>');
});
