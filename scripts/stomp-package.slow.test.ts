// packages/stomp as other projects use it: packed, installed into a folder, and used from JavaScript and TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findPnpm } from './checks/pnpm.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'packages/stomp');

const API = [
  'COMMANDS',
  'DEFAULT_LIMITS',
  'FrameParser',
  'StompBroker',
  'StompError',
  'SUBPROTOCOLS',
  'VERSIONS',
  'chooseSubprotocol',
  'serializeFrame',
];

/** A client in plain JavaScript: connects, subscribes, sends, and prints the messages. */
const CLIENT_JS = `
import { Client } from '@stomp/stompjs';
import { WebSocket } from 'ws';
const [url, passcode] = process.argv.slice(2);
const client = new Client({
  webSocketFactory: () => new WebSocket(url, ['v12.stomp']),
  connectHeaders: { login: 'me', passcode },
  reconnectDelay: 0,
});
const end = async (output) => {
  console.log(output);
  await client.deactivate();
};
client.onStompError = ({ headers, body }) => end(headers.code + ': ' + body);
client.onConnect = () => {
  client.subscribe('/topic/news', ({ body }) => end('received ' + body));
  const transaction = client.begin();
  client.publish({ destination: '/topic/news', body: 'hello', headers: { transaction: transaction.id } });
  transaction.commit();
};
client.activate();
`;

/** All hooks in TypeScript with their parameters. */
const CONSUMER_TS = `
import {
  type Acknowledgement, type BrokerHooks, chooseSubprotocol, type CloseReason, DEFAULT_LIMITS, type Frame, FrameParser,
  type OpenConnection, type Operation, serializeFrame, StompBroker, StompError, type Subscription,
} from '@laurel/stomp';

type User = { name: string };
const begun = new Set<Subscription>();
const log: string[] = [];
const settled = ({ subscription, messageIds }: Acknowledgement): number => log.push(\`\${subscription.id} \${messageIds}\`);
const hooks: BrokerHooks<User> = {
  authorizeConnect: async (headers, { context }) =>
    headers.get('login') === context.name ? { ok: true } : { ok: false, message: 'Who are you?' },
  authorizeSubscribe: (destination) => (destination === '/a' ? { ok: true } : { ok: false, message: 'No.' }),
  onSubscribe: (subscription) => {
    begun.add(subscription);
    return { body: 'welcome', contentType: 'text/plain' };
  },
  onUnsubscribe: (subscription) => void begun.delete(subscription),
  authorizeSend: () => ({ ok: true }),
  onSend: ({ body }, connection) => {
    if (body.length === 0) throw new StompError('send.refused', 'Say something.');
    connection.send('/a', { body, contentType: 'text/plain' });
  },
  onAck: (acknowledgement) => void settled(acknowledgement),
  onNack: (acknowledgement) => void settled(acknowledgement),
  onCommit: (operations: readonly Operation[]) => void log.push(operations.map(({ kind }) => kind).join()),
  onClose: (reason: CloseReason) => void log.push(reason),
  onError: (error: unknown) => void log.push(String(error)),
};
const broker = new StompBroker<User>({ hooks, limits: { maxBodyBytes: DEFAULT_LIMITS.maxBodyBytes * 2 }, tickMs: 100 }, 0);
const outbound = { send: (_bytes: Uint8Array, kind: 'text' | 'binary') => void log.push(kind), bufferedAmount: () => 0, close: () => {} };
const connection: OpenConnection<User> = broker.open(outbound, { name: 'me' });
const frame: Frame = { command: 'CONNECT', headers: new Map([['login', 'me']]), body: new Uint8Array() };
connection.receive(serializeFrame(frame, '1.2'));
new FrameParser(DEFAULT_LIMITS).push(new Uint8Array(), { frame: () => true });
const ids: (string | undefined)[] = [...begun].map((subscription) => subscription.deliver({ body: 'x', contentType: 'text/plain' }));
export const offered: 'v12.stomp' | 'v11.stomp' | 'v10.stomp' | undefined = chooseSubprotocol(['v12.stomp']);
export { ids };
`;

const MISUSE_TS = `
import { StompBroker } from '@laurel/stomp';
new StompBroker<string>({ hooks: { authorizeSend: () => true } }, 0);
`;

const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    types: [],
  },
};

const run = (command: string, args: readonly string[], cwd: string, home: string): string => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home, CI: 'true', npm_config_cache: join(home, 'cache') },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
};

describe.each(['pnpm', 'npm'] as const)('the STOMP package, packed by %s', (packer) => {
  let folder = '';
  let tarball = '';
  const at = (path: string): string => join(folder, path);
  const node = (...args: readonly string[]): string => run(process.execPath, args, folder, folder);
  const compile = (file: string): string => {
    writeFileSync(at('tsconfig.json'), JSON.stringify({ ...TSCONFIG, files: [file] }));
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: folder, encoding: 'utf8' });
    return stdout;
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'laurel-stomp-'));
    const parcels = at('parcels');
    mkdirSync(parcels);
    run(packer === 'pnpm' ? findPnpm(root) : 'npm', ['pack', '--pack-destination', parcels], source, folder);
    const [parcel] = readdirSync(parcels);
    tarball = join(parcels, parcel ?? '');
    writeFileSync(at('package.json'), JSON.stringify({ name: 'guest', private: true, type: 'module' }));
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], folder, folder);
    // Links the installed dependencies of the examples.
    for (const name of ['ws', '@stomp/stompjs']) {
      mkdirSync(dirname(at(`node_modules/${name}`)), { recursive: true });
      cpSync(join(source, 'node_modules', name), at(`node_modules/${name}`), { recursive: true, dereference: true });
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('contains JavaScript, types, the licence and the README, and leaves nothing in its folder', () => {
    const files = run('tar', ['-tzf', tarball], folder, folder).trim().split('\n');
    const others = files.filter((file) => !/^package\/dist\/[a-z]+\.(d\.ts|js)$/.test(file));
    expect(others.sort()).toEqual(['package/LICENSE', 'package/README.md', 'package/package.json']);
    expect(files).toEqual(expect.arrayContaining(['package/dist/index.js', 'package/dist/index.d.ts']));
    expect(readFileSync(at('node_modules/@laurel/stomp/LICENSE'), 'utf8')).toBe(
      readFileSync(join(root, 'LICENSE'), 'utf8'),
    );
    const manifest = JSON.parse(readFileSync(at('node_modules/@laurel/stomp/package.json'), 'utf8'));
    expect(manifest).toMatchObject({ license: 'AGPL-3.0-only', type: 'module' });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('private');
    expect(existsSync(join(source, 'dist'))).toBe(false);
  });

  it('exports only its API at the root', () => {
    const names = node('--input-type=module', '-e', "console.log(Object.keys(await import('@laurel/stomp')).join())");
    expect(names.trim().split(',').sort()).toEqual([...API].sort());
    for (const inside of ['source', 'testing/harness', 'dist/session.js', 'session', 'src/index.ts']) {
      const ask = `await import('@laurel/stomp/${inside}').then(() => console.log('found'), ({ code }) => console.log(code))`;
      expect(node('--input-type=module', '-e', ask).trim(), inside).toMatch(
        /^ERR_(PACKAGE_PATH_NOT_EXPORTED|MODULE_NOT_FOUND)$/,
      );
    }
  });

  it('serves real clients with the example of its README', async () => {
    const [, example = ''] = /```js\n(.*?)```/s.exec(readFileSync(join(source, 'README.md'), 'utf8')) ?? [];
    writeFileSync(at('server.js'), example);
    writeFileSync(at('client.js'), CLIENT_JS);
    const server = spawn(process.execPath, ['server.js'], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = once(server, 'exit');
    onTestFinished(async () => {
      server.kill();
      await gone;
    });
    const [output] = await Promise.race([once(server.stdout, 'data'), gone]);
    const url = String(output).trim();
    expect(url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/);
    expect(node('client.js', url, 'secret')).toBe('received hello\n');
    expect(node('client.js', url, 'wrong')).toBe('connect.refused: Wrong passcode.\n');
  });

  it('has types for strict TypeScript, which report a mistake', () => {
    writeFileSync(at('consumer.ts'), CONSUMER_TS);
    expect(compile('consumer.ts')).toBe('');
    writeFileSync(at('misuse.ts'), MISUSE_TS);
    expect(compile('misuse.ts')).toContain("Type 'boolean' is not assignable to type");
  });
});
