import { listen } from '@laurel/support/cli';
import { type NameServer, startNameServer } from '@laurel/support/name-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createDns } from '../checks/dns.ts';
import { type Config, readConfig } from '../config.ts';
import { senderChecks } from './sender-checks.ts';
import { tellSender } from './setup/trials.ts';

let server: NameServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const configOf = (env: Record<string, string> = {}): Config =>
  readConfig({
    NODE_ENV: 'test',
    SMTP_URL: 'smtp://u:p@mail.meridian.events:587',
    MAIL_FROM: 'Awards <awards@vote.meridian.events>',
    MAIL_DKIM_SELECTOR: 's1',
    SUPPORT_EMAIL: 'help@meridian.events',
    ...env,
  });

const examine = async (records: Parameters<typeof startNameServer>[0], config = configOf()) => {
  server = await startNameServer(records);
  const checks = senderChecks(config, createDns([server.address]));
  return Object.fromEntries(await Promise.all(checks.map(async ([name, run]) => [name, await run()] as const)));
};

const KEY = `v=DKIM1; k=rsa; p=${'A'.repeat(390)}`;
const ALL = {
  'MX vote.meridian.events': ['20 second.meridian.events', '10 first.meridian.events'],
  'TXT vote.meridian.events': ['v=spf1 a:mail.meridian.events -all'],
  'TXT s1._domainkey.vote.meridian.events': [KEY],
  'TXT _dmarc.meridian.events': ['v=DMARC1; p=reject'],
  'A mail.meridian.events': ['93.184.216.34'],
  'PTR 34.216.184.93.in-addr.arpa': ['mail.meridian.events'],
};

describe('the domain of mails', () => {
  it('is looked up, with the policy of the domain above it', async () => {
    const found = await examine(ALL);
    for (const finding of Object.values(found)) expect(finding).toEqual({ ok: true, detail: finding.detail });
    expect(found.mx?.detail).toBe('mails to vote.meridian.events go to first.meridian.events');
    expect(found.dmarc?.detail).toBe('v=DMARC1; p=reject');
    expect(found['reverse name']?.detail).toBe('93.184.216.34 is mail.meridian.events, which leads back to it');
    expect(found['mail volume']?.detail).toContain('for about 4,000 voters');
  });

  it('is a task where it has no records, and where the reverse name leads elsewhere', async () => {
    const found = await examine({
      'A mail.meridian.events': ['93.184.216.34'],
      'PTR 34.216.184.93.in-addr.arpa': ['host.provider.net'],
    });
    const tasks = Object.entries(found).filter(([, { ok, advice }]) => ok && advice !== undefined);
    expect(tasks.map(([name]) => name)).toEqual(['mx', 'spf', 'dkim', 'dmarc', 'reverse name']);
  });

  it('is skipped without a problem where name servers fail or keep silent', async () => {
    const unknown = { ok: true, skipped: true, detail: expect.stringContaining('could not be looked up') };
    const found = await examine({
      'MX vote.meridian.events': 'silent',
      'TXT vote.meridian.events': 'fails',
      'TXT s1._domainkey.vote.meridian.events': 'fails',
      'TXT _dmarc.vote.meridian.events': 'fails',
      'A mail.meridian.events': 'fails',
    });
    expect(found).toMatchObject({ mx: unknown, spf: unknown, dkim: unknown, dmarc: unknown });
    expect(found['reverse name']).toMatchObject({ ok: true, skipped: true });
  });

  it('is named by laurel setup, with the record to enter, where it has none', async () => {
    server = await startNameServer({ ...ALL, 'TXT vote.meridian.events': [] });
    const output = listen();
    await tellSender(configOf(), output, createDns([server.address]));
    expect(output.problems).toEqual([
      expect.stringMatching(
        /^spf: vote\.meridian\.events has no SPF record.*\n {2}→ .*"v=spf1 a:mail\.meridian\.events ~all"$/,
      ),
    ]);
  });

  it('is not looked up in a trial', async () => {
    const own = createDns(['127.0.0.1:1']);
    for (const config of [configOf({ MAIL_FROM: 'awards@localhost' }), readConfig({ NODE_ENV: 'test' })]) {
      for (const [, run] of senderChecks(config, own)) expect(await run()).toMatchObject({ ok: true, skipped: true });
    }
  });
});
