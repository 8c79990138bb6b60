import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseEnv } from 'node:util';
import { listen, runLaurel } from '@laurel/support/cli';
import { type DeploymentFolder, startDeploymentFolder } from '@laurel/support/deployment-folder';
import { WEBHOOK_SECRET } from '@laurel/support/sms-gateway';
import { until } from '@laurel/support/until';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endOf, startLaurel } from '../testing.ts';
import { runSetup } from './setup.ts';

let folder: DeploymentFolder;
let dir: string;
beforeEach(async () => {
  folder = await startDeploymentFolder();
  ({ dir } = folder);
});
afterEach(() => folder.close());

const setup = (argv: string[]) => runLaurel(['setup', ...argv], {});

describe('laurel setup refuses', () => {
  it('missing flags, all at once', async () => {
    const refused = await setup(['--dir', dir, '--sms', 'twilio']);
    expect(refused.code).toBe(2);
    const flags = [...refused.text().matchAll(/^ {2}(--[\w-]+) <[A-Z]+> {2}/gm)].map(([, flag]) => flag);
    const ofTwilio = ['--twilio-account-sid', '--twilio-auth-token', '--twilio-from'];
    expect(flags).toEqual(['--domain', '--mail', '--support-email', ...ofTwilio, '--audience']);
    expect(readdirSync(dir)).toEqual([]);
  });

  it.each([
    ['--domain', 'https://awards.example.org', 'must be a name alone'],
    ['--domain', '203.0.113.5', 'must be a name alone'],
    ['--console-domain', 'https://console.example.org', 'must be a name alone'],
    ['--console-domain', 'no', 'must be a name alone'],
    ['--mail', 'https://mail.example.org', 'must be smtp://'],
    ['--support-email', 'nobody', 'must be one email address'],
    ['--mail-from', 'Awards', 'must be an address, or a name with an address'],
    ['--mail-from', 'smtp://user:password@mail.example.org', 'must be an address, or a name with an address'],
    ['--dkim-selector', 's1._domainkey.', 'must be the name alone'],
    ['--sms', 'pigeon', 'must be one of: twilio, webhook, turbosms, seven'],
    ['--sms-webhook-secret', 'short', 'must have at least 32 characters'],
    ['--sms-webhook-secret', 'ab'.repeat(20), 'is too easy to guess'],
    ['--telegram-token', '12:short', 'must be like 123456789:AAH'],
    ['--audience', 'many', 'must be a whole number'],
    ['--test-sms', '044', '--test-sms must be a number like'],
  ])('%s %s, with the rule', async (flag, value, rule) => {
    const refused = await setup(folder.flags({ [flag]: value }));
    expect(refused.code).toBe(2);
    expect(refused.text()).toContain(rule);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('a name without an address', async () => {
    const refused = await setup(folder.flags({ '--domain': 'awards.nothing-here.invalid' }));
    expect(refused).toMatchObject({ code: 1, problems: [expect.stringContaining('has no address yet')] });
    expect(readdirSync(dir)).toEqual([]);
    const skipped = await setup([...folder.flags({ '--domain': 'awards.nothing-here.invalid' }), '--skip-dns']);
    expect(skipped.code).toBe(0);
  });

  it('a console’s name without an address, and says how to do without', async () => {
    const refused = await setup(folder.flags({ '--console-domain': 'console.nothing-here.invalid' }));
    expect(refused.code).toBe(1);
    expect(refused.text()).toMatch(/console\.nothing-here\.invalid has no address yet.*--console-domain none/);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('a console under the name of the site', async () => {
    const refused = await setup(folder.flags({ '--console-domain': 'localhost' }));
    expect(refused.code).toBe(1);
    expect(refused.text()).toContain('CONSOLE_URL: must be another host than that of PUBLIC_URL');
    expect(readdirSync(dir)).toEqual([]);
  });

  it('a provider that can’t be reached', async () => {
    const refused = await setup(folder.flags({ '--mail': 'smtp://127.0.0.1:1' }));
    expect(refused.code).toBe(1);
    expect(refused.text()).toMatch(/mail: smtp: .*ECONNREFUSED[\s\S]*→ Check SMTP_URL/);
    expect(readdirSync(dir)).toEqual([]);
    expect((await setup([...folder.flags({ '--mail': 'smtp://127.0.0.1:1' }), '--skip-providers'])).code).toBe(0);
  });

  it('a deployment without any social provider', async () => {
    const refused = await setup(folder.flags({ '--instagram': 'none' }));
    expect(refused.code).toBe(1);
    expect(refused.text()).toContain('a social provider is needed in production');
  });
});

describe('the tests of laurel setup', () => {
  it('send a mail and a text message, by the configured providers', async () => {
    const done = await setup(folder.flags({ '--test-mail': 'me@awards.example', '--test-sms': '+380441234567' }));
    expect(done.code, done.text()).toBe(0);
    expect(folder.mail.received.map(({ recipients }) => recipients)).toEqual([['me@awards.example']]);
    expect(folder.sms.received).toMatchObject([{ to: '+380441234567', text: 'Test of https://localhost' }]);
  });

  it('report the provider’s error, and write nothing', async () => {
    folder.mail.refuse({ at: 'rcpt', code: 550 });
    const refused = await setup(folder.flags({ '--test-mail': 'me@awards.example' }));
    expect(refused.code).toBe(1);
    expect(refused.text()).toMatch(
      /The test mail to me@awards\.example was refused: smtp: .* 550.*refused by the test/,
    );
    folder.sms.refuse({ status: 402, body: { error: 'no credit' } });
    const unpaid = await setup([...folder.flags({ '--test-sms': '+380441234567' }), '--skip-providers']);
    expect(unpaid.text()).toMatch(/was refused: webhook: 402: .*no credit/);
    expect(readdirSync(dir)).toEqual([]);
  });
});

/** Runs `laurel setup` and answers each question with the text of its pattern. */
const converse = async (given: Record<string, string>, answers: [RegExp, string][]) => {
  const input = new PassThrough();
  const output = new PassThrough();
  // The end of a question must not close the output, as with the output of a process.
  output.end = () => output;
  let shown = '';
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const printed = listen();
  const options = { dir, skipDns: false, skipProviders: false, dryRun: false, yes: false, json: false, ...given };
  const running = runSetup(options, printed, { input, output });
  for (const [question, answer] of answers) {
    await until(`the question ${question}`, () => question.test(shown));
    shown = '';
    input.write(answer);
  }
  return { code: await running, shown, ...printed };
};

/** The last questions of a setup without tests. */
const NO_TESTS: [RegExp, string][] = [
  [/send a test mail to/, '\n'],
  [/send a test SMS to/, '\n'],
  [/write \.env and secrets/, 'y\n'],
];
const again = '\n';
/** Answers that are given by flags. */
const most = () => ({
  domain: 'localhost',
  supportEmail: 'help@awards.example',
  mailFrom: 'Awards <awards@awards.example>',
  dkimSelector: '',
  certificateEmail: 'tls@awards.example',
  sms: 'webhook',
  smsWebhookUrl: folder.sms.url,
  smsWebhookSecret: WEBHOOK_SECRET,
  audience: '500',
});

describe('laurel setup at a terminal', () => {
  it('asks for missing flags, rejects wrong answers at once, and confirms before it writes', async () => {
    const { smsWebhookUrl, smsWebhookSecret } = most();
    const given = { mail: `smtp://127.0.0.1:${folder.mail.port}`, smsWebhookUrl, smsWebhookSecret };
    const done = await converse(given, [
      [/the domain of the site/, 'https://x\n'],
      [/must be a name alone/, `${'\b'.repeat(9)}localhost\n`],
      [/organisers’ console/, '\n'],
      [/where voters write to you/, 'help@awards.example\n'],
      [/the sender of mails/, '\n'],
      [/DKIM/, 's1\n'],
      [/the address for mails from the certificate authority/, '\n'],
      [/who sends text messages/, '\u001b[B\n'],
      [/Telegram: the bot’s token/, '\n'],
      [/Instagram: review/, '\n'],
      [/how many people/, '500\n'],
      [/send a test mail to/, 'me@awards.example\n'],
      ...NO_TESTS.slice(1),
    ]);
    expect(done.code, done.text()).toBe(0);
    expect(parseEnv(readFileSync(join(dir, '.env'), 'utf8'))).toMatchObject({
      LAUREL_DOMAIN: 'localhost',
      LAUREL_CONSOLE_DOMAIN: 'console.localhost',
      SMS_PROVIDER: 'webhook',
      MAIL_DKIM_SELECTOR: 's1',
    });
    expect(folder.mail.received).toHaveLength(1);
  });

  it('asks again only for the rejected answer', async () => {
    const { mailFrom, certificateEmail, smsWebhookSecret, dkimSelector } = most();
    const given = { mailFrom, certificateEmail, smsWebhookSecret, dkimSelector };
    const done = await converse(given, [
      [/the domain of the site/, 'localhost\n'],
      [/organisers’ console/, 'console.nothing-here.invalid\n'],
      [/What now\?/, again],
      [/organisers’ console/, 'none\n'],
      [/the mail server/, 'smtp://127.0.0.1:1\n'],
      [/What now\?/, again],
      [/the mail server/, `smtp://127.0.0.1:${folder.mail.port}\n`],
      [/where voters write to you/, 'help@awards.example\n'],
      [/who sends text messages/, '\u001b[B\n'],
      [/where your gateway takes/, 'http://127.0.0.1:1/send\n'],
      [/What now\?/, again],
      [/who sends text messages/, '\u001b[B\n'],
      [/where your gateway takes/, `${folder.sms.url}\n`],
      [/the secret that signs/, `${WEBHOOK_SECRET}\n`],
      [/Telegram: the bot’s token/, '\n'],
      [/Instagram: review/, '\n'],
      [/how many people/, '500\n'],
      ...NO_TESTS,
    ]);
    expect(done.code, done.text()).toBe(0);
    expect(done.problems.join('\n')).toMatch(/mail: smtp: .*ECONNREFUSED[\s\S]*mail: 127\.0\.0\.1:\d+ takes our mail/);
    expect(readFileSync(join(dir, 'secrets/smtp_url'), 'utf8')).toBe(`smtp://127.0.0.1:${folder.mail.port}`);
    expect(parseEnv(readFileSync(join(dir, '.env'), 'utf8'))).toMatchObject({ SMS_WEBHOOK_URL: folder.sms.url });
  });

  it('continues if the user insists, and asks again if the configuration is invalid', async () => {
    const given = { ...most(), consoleDomain: 'localhost', mail: 'smtp://127.0.0.1:1' };
    const done = await converse(given, [
      [/What now\?/, '\u001b[B\n'],
      [/Telegram: the bot’s token/, '\n'],
      [/Instagram: review/, '\u001b[B\u001b[B\n'],
      // The console has the site's name, and there is no social provider at all.
      [/organisers’ console/, '\n'],
      [/Telegram: the bot’s token/, '\n'],
      [/Instagram: review/, '\n'],
      ...NO_TESTS,
    ]);
    expect(done.code, done.text()).toBe(0);
    expect(done.text()).toContain('a social provider is needed in production');
    expect(parseEnv(readFileSync(join(dir, '.env'), 'utf8'))).toMatchObject({ INSTAGRAM_PROVIDER: 'review' });
  });

  it('asks for the mail server again where the test mail is refused at the end', async () => {
    folder.mail.refuse({ at: 'rcpt', code: 550 });
    const mail = `smtp://127.0.0.1:${folder.mail.port}`;
    const given = { ...most(), consoleDomain: 'none', mail, telegramToken: '', instagram: 'review' };
    const done = await converse(given, [
      [/send a test mail to/, 'me@awards.example\n'],
      [/What now\?/, again],
      [/the mail server/, `${mail}\n`],
      ...NO_TESTS.slice(1),
    ]);
    expect(done.code, done.text()).toBe(0);
    expect(done.text()).toMatch(/The test mail to me@awards\.example was refused: smtp: .* 550/);
    expect(folder.mail.received).toHaveLength(1);
    expect(readFileSync(join(dir, 'secrets/smtp_url'), 'utf8')).toContain('127.0.0.1');
  });
});

it('laurel setup has no terminal in a pipe', async () => {
  const ran = await endOf(startLaurel(['setup', '--dir', dir]));
  expect(ran).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining('--domain <NAME>') });
});
