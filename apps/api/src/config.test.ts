import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configProblems } from '@laurel/support/config-problems';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig, readDatabaseConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const PRODUCTION = {
  NODE_ENV: 'production',
  DATA_DIR: folder,
  PUBLIC_URL: 'https://awards.example',
  DATABASE_URL: 'postgres://app:secret@db/laurel',
  JWT_SECRET: 'q7Zk2vR9xLw4TnB8mYc3PfHs6DgJ1aEu',
  DATA_KEY: 'wYk3p9XbTz0rQe6VnLh2sJmC8uFgA5dI1oKqB7xEtRM=',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Awards <post@awards.example>',
  SUPPORT_EMAIL: 'help@awards.example',
  SMS_PROVIDER: 'webhook',
  SMS_WEBHOOK_URL: 'https://sms.example/send',
  SMS_WEBHOOK_SECRET: 'another secret that is long enough to be one',
  INSTAGRAM_PROVIDER: 'review',
};

describe('the production start', () => {
  it('accepts a complete configuration', () => {
    const config = readConfig(PRODUCTION);
    expect(config.production).toBe(true);
    expect(config.dataKey).toEqual(Buffer.from(PRODUCTION.DATA_KEY, 'base64'));
  });

  const NEEDED = ['PUBLIC_URL', 'DATABASE_URL', 'JWT_SECRET', 'DATA_KEY', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL'];
  it.each(NEEDED)('is refused without %s, by name', (name) => {
    expect(configProblems({ ...PRODUCTION, [name]: undefined })).toEqual([`${name}: is needed in production`]);
  });

  it('is refused without a social provider, and names every missing variable at once', () => {
    expect(configProblems({ ...PRODUCTION, INSTAGRAM_PROVIDER: undefined }).join()).toContain('INSTAGRAM_PROVIDER');
    expect(configProblems({ NODE_ENV: 'production', DATA_DIR: folder }).length).toBeGreaterThan(7);
  });

  it('is refused with a secret that is short or easy to guess', () => {
    expect(configProblems({ ...PRODUCTION, JWT_SECRET: 'short' }).join()).toContain('JWT_SECRET');
    expect(configProblems({ ...PRODUCTION, JWT_SECRET: 'a'.repeat(40) }).join()).toContain('JWT_SECRET');
    expect(configProblems({ ...PRODUCTION, JWT_SECRET: `${PRODUCTION.JWT_SECRET}-changeme` }).join()).toContain(
      'JWT_SECRET',
    );
    expect(configProblems({ ...PRODUCTION, DATA_KEY: key(1) }).join()).toContain('DATA_KEY: is too easy to guess');
    expect(configProblems({ ...PRODUCTION, DATA_KEY: Buffer.alloc(16).toString('base64') }).join()).toContain(
      'DATA_KEY',
    );
  });
});

describe('the production start with unencrypted connections', () => {
  const addresses: [name: string, address: string][] = [
    ['PUBLIC_URL', 'http://awards.example'],
    ['SMS_WEBHOOK_URL', 'http://sms.example/send'],
    ['TWILIO_API_ROOT', 'http://twilio.example'],
    ['NUMBER_LOOKUP_API_ROOT', 'http://twilio.example'],
    ['WHATSAPP_API_ROOT', 'http://graph.example'],
    ['TURBOSMS_API_ROOT', 'http://turbosms.example'],
    ['SEVEN_API_ROOT', 'http://seven.example'],
    ['TELEGRAM_GATEWAY_API_ROOT', 'http://gateway.example'],
    ['TELEGRAM_API_ROOT', 'http://bot-api:8081'],
    ['INSTAGRAM_API_ROOT', 'http://graph.example'],
    ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false'],
  ];
  it.each(addresses)('is refused with %s=%s, unless ALLOW_UNENCRYPTED names it', (name, address) => {
    const refused = configProblems({ ...PRODUCTION, [name]: address });
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(new RegExp(`^${name}: .*ALLOW_UNENCRYPTED=${name}`));
    expect(configProblems({ ...PRODUCTION, [name]: address, ALLOW_UNENCRYPTED: name })).toEqual([]);
    const others = addresses.map(([other]) => other).filter((other) => other !== name);
    expect(configProblems({ ...PRODUCTION, [name]: address, ALLOW_UNENCRYPTED: others.join(', ') })).toEqual(refused);
    expect(configProblems({ DATA_DIR: folder, [name]: address })).toEqual([]);
  });

  it.each(['http://localhost:8080', 'http://127.0.0.1:1234', 'http://[::1]:1234/sms'])(
    'succeeds with %s, which does not leave this machine',
    (address) => {
      const { origin } = new URL(address);
      expect(configProblems({ ...PRODUCTION, PUBLIC_URL: origin, SMS_WEBHOOK_URL: address })).toEqual([]);
    },
  );

  it('is refused if ALLOW_UNENCRYPTED names an unknown variable', () => {
    expect(configProblems({ ...PRODUCTION, ALLOW_UNENCRYPTED: 'true' }).join()).toMatch(/^ALLOW_UNENCRYPTED/);
    expect(configProblems({ ...PRODUCTION, PUBLIC_URL: 'http://localhost.example' })).toHaveLength(1);
  });
});

describe('the production start with a console', () => {
  const CONSOLE = {
    ...PRODUCTION,
    CONSOLE_URL: 'https://console.awards.example',
    DATABASE_CONSOLE_URL: 'postgres://console:secret@db/laurel',
  };

  it('succeeds with an address and the connection of a role of its own', () => {
    expect(configProblems(CONSOLE)).toEqual([]);
    expect(
      configProblems({ ...CONSOLE, CONSOLE_URL: 'https://console.awards.example/', CONSOLE_PORT: '8081' }),
    ).toEqual([]);
  });

  it('is refused without that connection', () => {
    const needed = ['DATABASE_CONSOLE_URL: is needed with CONSOLE_URL and DATABASE_URL'];
    expect(configProblems({ ...CONSOLE, DATABASE_CONSOLE_URL: undefined })).toEqual(needed);
    // An empty file counts as unset: deployments without a console have one.
    writeFileSync(join(folder, 'empty'), '');
    const empty = { DATABASE_CONSOLE_URL: undefined, DATABASE_CONSOLE_URL_FILE: join(folder, 'empty') };
    expect(configProblems({ ...CONSOLE, ...empty })).toEqual(needed);
    expect(configProblems({ ...CONSOLE, ...empty, CONSOLE_URL: '' })).toEqual([]);
  });

  it.each([
    ['http://console.awards.example', /^CONSOLE_URL: must begin with https:\/\/ in production/],
    ['http://localhost:8081', /^CONSOLE_URL: must begin with https:\/\/ in production/],
    ['https://awards.example:8443', /^CONSOLE_URL: must be another host than that of PUBLIC_URL/],
    ['https://console.awards.example/desk', /^CONSOLE_URL: must be an address without a path/],
    ['https://console.awards.example?x', /^CONSOLE_URL: must be an address without a path/],
    ['https://olena@console.awards.example', /^CONSOLE_URL: must be an address without a path/],
    ['console.awards.example', /^CONSOLE_URL: must be an address like/],
  ])('is refused at %s', (address, rule) => {
    expect(configProblems({ ...CONSOLE, CONSOLE_URL: address })).toEqual([expect.stringMatching(rule)]);
    expect(configProblems({ ...CONSOLE, CONSOLE_URL: address, ALLOW_UNENCRYPTED: 'PUBLIC_URL' })).toHaveLength(1);
  });

  it('is refused with an impossible port, or another kind of database', () => {
    expect(configProblems({ ...CONSOLE, CONSOLE_PORT: '65536' }).join()).toMatch(/^CONSOLE_PORT: /);
    expect(configProblems({ ...CONSOLE, DATABASE_CONSOLE_URL: 'mysql://console@db/laurel' }).join()).toMatch(
      /^DATABASE_CONSOLE_URL: must be an address like postgres/,
    );
  });
});

describe('the start with proxies', () => {
  it.each([
    '0.0.0.0/0',
    '::/0',
    '0.0.0.0/1',
    '128.0.0.0/1, 10.0.0.0/8',
    '::/1',
    '2000::/3',
    '::ffff:0.0.0.0/96',
    '::ffff:0:0/97',
    '::/80',
    '10.0.0.0/8, ::/0',
  ])('is refused with TRUST_PROXY=%s, with which any client could set its address', (ranges) => {
    for (const env of [PRODUCTION, { DATA_DIR: folder }]) {
      expect(configProblems({ ...env, TRUST_PROXY: ranges }).join()).toMatch(/^TRUST_PROXY: .* trusts everybody/);
    }
  });

  it.each([
    '10.0.0.0/8',
    '172.30.71.0/24 fd00::/8',
    'fc00::/7',
    '2400:cb00::/32',
    '203.0.113.7',
    '::1',
    '::ffff:10.0.0.0/104',
  ])('succeeds with TRUST_PROXY=%s', (ranges) => {
    expect(configProblems({ ...PRODUCTION, TRUST_PROXY: ranges })).toEqual([]);
  });
});

describe('a provider', () => {
  it.each([
    [{ SMS_PROVIDER: 'twilio' }, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']],
    [{ SMS_PROVIDER: 'turbosms' }, ['TURBOSMS_TOKEN', 'TURBOSMS_SENDER']],
    [{ SMS_PROVIDER: 'seven' }, ['SEVEN_API_KEY']],
    [{ PHONE_CODE_CHANNELS: 'voice,sms' }, ['PHONE_CODE_CHANNELS']],
    [{ SMS_PROVIDER: 'webhook' }, ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET']],
    [{ INSTAGRAM_PROVIDER: 'graph' }, ['INSTAGRAM_ACCESS_TOKEN', 'INSTAGRAM_APP_SECRET', 'INSTAGRAM_VERIFY_TOKEN']],
    [{ TELEGRAM_BOT_TOKEN: '1:abc' }, ['TELEGRAM_CHANNEL']],
  ])('says what it needs: %j', (env, names) => {
    expect(configProblems({ DATA_DIR: folder, ...env }).map((problem) => problem.split(':')[0])).toEqual(names);
  });

  it('that decides by a code in its response is refused without that code', () => {
    const graph = {
      INSTAGRAM_PROVIDER: 'graph',
      INSTAGRAM_ACCESS_TOKEN: 'a',
      INSTAGRAM_APP_SECRET: 'b',
      INSTAGRAM_VERIFY_TOKEN: 'c',
    };
    expect(configProblems({ DATA_DIR: folder, ...graph })).toEqual([]);
    expect(configProblems({ DATA_DIR: folder, ...graph, INSTAGRAM_PROOF: 'none' }).join()).toContain('INSTAGRAM_PROOF');
  });
});

describe('values', () => {
  it('may come from files; an empty one is unset', () => {
    const path = join(folder, 'jwt');
    writeFileSync(path, 'a secret from a file, long enough to be one\n');
    expect(readConfig({ DATA_DIR: folder, JWT_SECRET_FILE: path }).jwtSecret).toBe(
      'a secret from a file, long enough to be one',
    );
    expect(configProblems({ DATA_DIR: folder, JWT_SECRET_FILE: join(folder, 'none') }).join()).toContain(
      'JWT_SECRET_FILE',
    );
    expect(readConfig({ DATA_DIR: folder, SMTP_URL: '' }).SMTP_URL).toBeUndefined();
  });

  it('of an empty file are unset; an error names the file', () => {
    const path = join(folder, 'mounted');
    writeFileSync(path, '\n');
    expect(readConfig({ DATA_DIR: folder, TWILIO_AUTH_TOKEN_FILE: path }).TWILIO_AUTH_TOKEN).toBeUndefined();
    expect(configProblems({ ...PRODUCTION, SMTP_URL: undefined, SMTP_URL_FILE: path })).toEqual([
      'SMTP_URL: is needed in production',
    ]);
    writeFileSync(path, 'short');
    expect(configProblems({ DATA_DIR: folder, JWT_SECRET_FILE: path })).toEqual([
      `JWT_SECRET: must have at least 32 characters (openssl rand -base64 32) (read from ${path})`,
    ]);
    expect(configProblems({ DATA_DIR: folder, JWT_SECRET_FILE: folder, DATA_KEY_FILE: join(folder, 'none') })).toEqual([
      expect.stringContaining(`JWT_SECRET_FILE: ${folder} can't be read (EISDIR)`),
      expect.stringContaining('DATA_KEY_FILE: there is no file'),
    ]);
  });

  it('of the environment take precedence over those of a deployment', () => {
    const deployment = join(folder, 'deployment');
    mkdirSync(join(deployment, 'secrets'), { recursive: true });
    writeFileSync(join(deployment, '.env'), 'LAUREL_DOMAIN=awards.example\n');
    const [stored, own] = ['a secret in a file of the deployment', 'another secret, of the environment'];
    writeFileSync(join(deployment, 'secrets', 'jwt_secret'), stored);
    const env = { DATA_DIR: folder, LAUREL_DEPLOYMENT_DIR: deployment };
    expect(readConfig(env).jwtSecret).toBe(stored);
    const config = readConfig({ ...env, JWT_SECRET: own });
    expect(config).toMatchObject({ jwtSecret: own, PUBLIC_URL: 'https://awards.example' });
  });

  it('include previous keys, so that keys can rotate', () => {
    const config = readConfig({ DATA_DIR: folder, DATA_KEY: key(2), DATA_KEY_PREVIOUS: `${key(1)},${key(3)}` });
    expect(config.dataKeysPrevious).toEqual([Buffer.alloc(32, 1), Buffer.alloc(32, 3)]);
  });
});

describe('a development instance', () => {
  it('creates its secrets once, readable only by their owner', () => {
    const dataDir = join(folder, 'development');
    const first = readConfig({ DATA_DIR: dataDir });
    const second = readConfig({ DATA_DIR: dataDir });
    expect(second.jwtSecret).toBe(first.jwtSecret);
    expect(second.dataKey).toEqual(first.dataKey);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toContain(first.jwtSecret);
  });

  it('creates the key of the log in a folder that has the other secrets already', () => {
    const dataDir = join(folder, 'older');
    const { jwtSecret } = readConfig({ DATA_DIR: dataDir });
    rmSync(join(dataDir, 'log_key'));
    const config = readConfig({ DATA_DIR: dataDir });
    expect(config.jwtSecret).toBe(jwtSecret);
    expect(config.logKey).toHaveLength(32);
    expect(readConfig({ DATA_DIR: dataDir }).logKey).toEqual(config.logKey);
    expect(statSync(join(dataDir, 'log_key')).mode & 0o777).toBe(0o600);
  });

  it('with secrets of its own writes no file, and has a log only with a key for it', () => {
    const dataDir = join(folder, 'unwritten');
    const own = { DATA_DIR: dataDir, JWT_SECRET: 'w'.repeat(32), DATA_KEY: key(1) };
    expect(readConfig(own).logKey).toBeUndefined();
    expect(readConfig({ ...own, LOG_KEY: key(2) }).logKey).toEqual(Buffer.alloc(32, 2));
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('the configuration of commands that use only the database', () => {
  it('needs no secrets except the connections and DATA_KEY, with any provider', () => {
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://laurel_app:x@db/laurel',
      DATABASE_MIGRATE_URL: 'postgres://laurel:x@db/laurel',
      DATABASE_REPLICATION_URL: 'postgres://laurel_backup:x@db/laurel',
      DATA_KEY: key(7),
      SMS_PROVIDER: 'twilio',
      INSTAGRAM_PROVIDER: 'graph',
    };
    expect(() => readConfig(env)).toThrow('TWILIO_AUTH_TOKEN');
    expect(readDatabaseConfig(env)).toMatchObject({ DATABASE_REPLICATION_URL: env.DATABASE_REPLICATION_URL });
    expect(() => readDatabaseConfig({ ...env, DATA_KEY: '' })).toThrow('DATA_KEY: is needed in production');
    expect(() => readDatabaseConfig({ ...env, DATABASE_REPLICATION_URL: 'mysql://x' })).toThrow(
      'DATABASE_REPLICATION_URL',
    );
  });
});
