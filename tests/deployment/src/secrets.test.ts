import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@laurel/api/config';
import { runLaurel } from '@laurel/support/cli';
import { walkMarked } from '@laurel/support/marked-journey';
import { type MarkedServer, startMarkedServer } from '@laurel/support/marked-server';
import { newPerson } from '@laurel/support/people';
import { startServerProcess } from '@laurel/support/process';
import { repositoryFile } from '@laurel/support/repository';
import { type Marks, searchMarks } from '@laurel/support/search-marks';
import { until } from '@laurel/support/until';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

let marked: MarkedServer;
let way: Awaited<ReturnType<typeof walkMarked>>;
let metrics = '';
let all: Marks = new Map();

/** Personal data that is stored in clear; docs/privacy.md names each. */
const KEPT = ['name', 'mail address', 'phone number', 'declared address', 'browser', 'Instagram name'];

/** Invalid calls of every kind, with secrets in the wrong places. */
const misbehave = async (): Promise<void> => {
  const { send, secrets, person } = way;
  const [password = '', token = '', link = ''] = ['new password', 'token', 'link code'].map((name) =>
    secrets.get(name),
  );
  const broken = `{"login":"${person.email}","password":"${password}",,}`;
  await send('/api/users/login', { raw: broken });
  await send('/api/users/login', { raw: broken, headers: { 'content-type': `application/xml; note=${password}` } });
  await send('/api/users/login', { raw: JSON.stringify({ login: [person.email], password: { is: password } }) });
  await send('/api/users/register', { raw: JSON.stringify({ ...person, password: password.repeat(2_000) }) });
  await send('/api/users/register', {
    body: { ...person, phoneNumber: `${person.phoneNumber}x`, email: `${password}@` },
  });
  await send(`/api/users/info?token=${token}&password=${encodeURIComponent(password)}`, {
    headers: { authorization: `Bearer ${token}${token}` },
  });
  await send(`/api/users/logs/${token.slice(0, 190)}`);
  await send(`/api/users/logs/${link}`);
  await send(`/api/nowhere/${link}/${token}`);
  await send(`/nowhere/${link}?token=${token}`);
  await send('/api/vote', { body: { nomination: password, niche: person.email, vote: token } });
  await send('/api/telegram/webhook/4242', { body: { message: { text: `/start ${link}` } } });
  await send('/api/client-ip', {
    headers: { 'x-forwarded-for': `${person.phoneNumber}, ${token}`, cookie: `__Host-laurel_device=${password}` },
  });
  await new Promise<void>((resolve) => {
    const socket = new WebSocket(`${marked.server.origin.replace('http', 'ws')}/ws?token=${token}`, ['v12.stomp']);
    socket.on('open', () => {
      socket.send(`CONNECT\naccept-version:1.2\nhost:x\nlogin:${person.email}\npasscode:${password}\n\n\0`);
      socket.send(`SUBSCRIBE\nid:1\ndestination:/topic/${token}\n\n\0`);
      socket.send(`SEND\ndestination:/app/chat/${link}x\n\n${password}\0\u0001${token}`);
    });
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
};

beforeAll(async () => {
  marked = await startMarkedServer();
  way = await walkMarked(marked);
  await misbehave();
  // A row that only a constraint of the database rejects.
  const owner = new pg.Client(marked.migrateUrl);
  await owner.connect();
  await owner.query(`ALTER TABLE accounts ADD CONSTRAINT no_nobody CHECK (name <> 'Nobody At All')`);
  await owner.end();
  const nobody = newPerson({
    name: 'Nobody At All',
    email: way.person.email.replace('ada', 'eve'),
    password: 'N0body!x',
  });
  way.personal.set('mail address of a refused row', nobody.email);
  way.personal.set('number of a refused row', nobody.phoneNumber);
  await way.call('/users/register', nobody);
  await marked.stopDatabase();
  for (const [path, body] of [['/users/login', way.login], ['/users/info'], ['/users/register', way.person]] as const) {
    await way.call(path, body);
  }
  await marked.startDatabase();
  await until('the server to be ready again', async () => (await fetch(`${marked.server.origin}/readyz`)).ok);
  metrics = await (await fetch(`${marked.server.origin}/metrics`)).text();
  all = new Map([...way.secrets, ...way.personal]);
});
afterAll(() => marked?.close());

describe('after a voter’s complete journey with every mistake and outage', () => {
  it('a vote is stored, and every kind of failure has occurred', () => {
    expect(way.voted.status).toBe(201);
    const statuses = new Set(way.answers.map(({ status }) => status));
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 302, 400, 401, 403, 404, 409, 413, 415, 500, 503]));
    expect(marked.instagram.faultsLeft() + marked.telegram.faultsLeft()).toBe(0);
    expect(way.secrets.size).toBeGreaterThan(30);
  });

  it('the log contains no secret and no personal data, at the most verbose level', () => {
    const log = marked.server.printed();
    expect(log).toContain('"a message did not leave"');
    expect(log.split('\n').length).toBeGreaterThan(60);
    expect(searchMarks(log, all)).toEqual([]);
  });

  it('the metrics contain neither', () => {
    expect(metrics).toContain('laurel_adapter_failures_total{adapter="sms",permanent="false"} 1');
    expect(searchMarks(metrics, all)).toEqual([]);
  });

  it('no response contains other secrets than the requested ones', () => {
    const told = way.answers.map(({ call, status, text, contains }) => {
      return {
        call,
        status,
        more: searchMarks(text, all).filter((name) => !contains.includes(name) && !/signature|device/.test(name)),
      };
    });
    expect(told.filter(({ more }) => more.length > 0)).toEqual([]);
    const opened = way.answers.find(({ call, status }) => call.endsWith('/verify-otp') && status === 200);
    expect(searchMarks(opened?.text ?? '', all)).toEqual(
      expect.arrayContaining(['token', 'mail address', 'backup code 1']),
    );
  });

  it('the log of PostgreSQL contains neither, with the settings of docker-compose.yml', () => {
    const log = marked.databaseLog();
    expect(log).toMatch(/duration: .*INSERT/s);
    expect(log).toContain('violates check constraint "no_nobody"');
    expect(searchMarks(log, all)).toEqual([]);
  });

  it('the database contains no secret, and personal data only where docs/privacy.md says', async () => {
    const owner = new pg.Client(marked.migrateUrl);
    await owner.connect();
    const { rows: columns } = await owner.query<{ schema: string; table: string; column: string }>(
      `SELECT table_schema AS schema, table_name AS table, column_name AS column FROM information_schema.columns
        WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { schema, table, column } of columns) {
      const { rows } = await owner.query<{ value: string }>(`SELECT ${column}::text AS value FROM ${schema}.${table}`);
      const text = rows.map(({ value }) => value).join('\n');
      found.push(...searchMarks(text, all).map((name) => `${schema}.${table}.${column}: ${name}`));
    }
    await owner.end();
    expect(columns.length).toBeGreaterThan(100);
    expect(found.sort()).toEqual([
      'public.accounts.email: mail address',
      'public.accounts.email_canonical: mail address',
      'public.accounts.name: name',
      'public.accounts.phone_number: phone number',
      'public.client_hints.declared_ip: declared address',
      'public.client_hints.user_agent: browser',
      'public.social_requests.tag: Instagram name',
    ]);
    const privacy = repositoryFile('docs/privacy.md');
    for (const [, table, column] of found.map((each) => /public\.(\w+)\.(\w+)/.exec(each) ?? [])) {
      expect(privacy).toMatch(new RegExp(`^\\| \`${table}\` \\|`, 'm'));
      if (table === 'accounts') expect(privacy).toContain(`\`${column}\``);
    }
  });

  it('no file of the database, of its write-ahead log or of the server contains a secret', () => {
    const filesOf = (folder: string): string[] =>
      readdirSync(folder, { withFileTypes: true, recursive: true })
        // The embedded PostgreSQL stores its own passwords here.
        .filter((entry) => entry.isFile() && entry.name !== 'laurel.json')
        .map((entry) => join(entry.parentPath, entry.name));
    const files = [...filesOf(marked.folders.database), ...filesOf(marked.folders.server)];
    const longer = [...all].filter(([, value]) => !/^\d{6}$/.test(value));
    const found = new Set<string>();
    for (const file of files) {
      const octets = readFileSync(file);
      for (const [name, value] of longer) if (octets.includes(value)) found.add(name);
    }
    expect([...found].sort()).toEqual([...KEPT].sort());
  });

  it('the organisers’ commands print none of it, except a requested address', async () => {
    const ask = { ...marked.env, NODE_OPTIONS: '' };
    const output = [];
    for (const argv of [
      ['doctor'],
      ['voters', 'find', '--find', way.person.email],
      ['audit', 'show'],
      ['results'],
      ['reviews', 'show'],
    ]) {
      const { text, written } = await runLaurel(argv, ask);
      output.push(text() + written());
    }
    expect(output.join('\n')).toContain('PostgreSQL');
    expect(searchMarks(output.join('\n'), all)).toEqual([]);
  });
});

describe('a crashing server', () => {
  it('reports the error and its place, but not its data', async () => {
    const before = marked.server.printed().length;
    expect(await marked.server.stop('SIGUSR2')).toBe(1);
    const last = marked.server.printed().slice(before);
    expect(last).toContain('this process fell over');
    expect(last).toContain('"stack":"    at process.');
    expect(searchMarks(last, all)).toEqual([]);
  });

  it.each([
    ['JWT_SECRET', 'Kx7short'],
    ['DATA_KEY', 'S3g3bm90IHRoaXJ0eS10d28gYnl0ZXM='],
    ['DATABASE_URL', 'mysql://laurel:Kx7pass@127.0.0.1/x'],
    ['SMTP_URL', 'http://laurel:Kx7pass@127.0.0.1/x'],
    ['SMS_WEBHOOK_SECRET', 'Kx7short'],
    ['JWT_SECRET', 'Kx7Kx7Kx7Kx7Kx7Kx7Kx7Kx7Kx7Kx7Kx7Kx7'],
  ])('names %s as invalid, and does not print %s', (name, value) => {
    const refused = (): unknown => readConfig({ ...marked.env, [name]: value });
    expect(refused).toThrow(name);
    expect(refused).not.toThrow(/Kx7|S3g3/);
    expect(refused).not.toThrow(marked.secrets.get('TELEGRAM_BOT_TOKEN') ?? '');
  });

  it('does not print a password that the database refused', async () => {
    const url = new URL(marked.env.DATABASE_URL);
    url.password = 'Kx7otherPassword';
    const refusal = await startServerProcess({ ...marked.env, DATABASE_URL: url.href }).catch(
      (error: Error) => error.message,
    );
    expect(refusal).toMatch(/password|28P01/);
    expect(searchMarks(String(refusal), new Map([...marked.secrets, ['wrong', url.password]]))).toEqual([]);
  });
});

describe('a core dump, which contains every key', () => {
  it('is written by no container of docker-compose.yml', () => {
    const compose = repositoryFile('docker-compose.yml');
    expect(/^x-service: &service\n(?: .*\n)+/m.exec(compose)?.[0]).toMatch(/^ {2}ulimits: \{ core: 0 \}$/m);
    const services = /^services:\n([\s\S]*?)^networks:/m.exec(compose)?.[1] ?? '';
    const names = [...services.matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name);
    const guarded = [...services.matchAll(/^ {2}(\w+):\n {4}<<: \*(?:service|laurel)$/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(guarded).toEqual(names);
  });
});
