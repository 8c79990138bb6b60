import { describe, expect, it } from 'vitest';
import { VERSIONS } from './frame.ts';
import type { PolicyResult } from './hooks.ts';
import { chooseSubprotocol } from './negotiation.ts';
import { bench, START_MS, subscribe, text } from './testing/harness.ts';

describe('STOMP 1.2, "Connecting"', () => {
  it.each(VERSIONS)('RT-06 answers CONNECT in %s with CONNECTED', (version) => {
    const client = bench().client().connect(version);
    expect(client.headers('CONNECTED')).toEqual({
      version,
      session: 'session-1',
      server: 'laurel',
      ...(version === '1.0' ? {} : { 'heart-beat': '10000,10000' }),
    });
    expect(client.session.version).toBe(version);
  });

  it.each([
    ['CONNECT\n', '1.0'],
    ['CONNECT\naccept-version:1.0\n', '1.0'],
    ['CONNECT\naccept-version:1.0,1.1,2.0\n', '1.1'],
    ['CONNECT\naccept-version:1.2,1.1,1.0\n', '1.2'],
    ['STOMP\naccept-version:1.1, 1.2\nhost:a:8080\n', '1.2'],
    ['CONNECT\naccept-version:\n', 'version.unsupported'],
    ['CONNECT\naccept-version:1.20\n', 'version.unsupported'],
    ['CONNECT\naccept-version:1.1.0\n', 'version.unsupported'],
  ])('RT-06 answers %j with %s', (head, answer) => {
    const client = bench().client().say(`${head}\n^@`);
    expect(client.headers('CONNECTED').version ?? client.error).toBe(answer);
  });

  it('RT-06 lists the supported versions for a client without a common one', () => {
    const client = bench().client().say('CONNECT\naccept-version:2.0\nhost:a\n\n^@');
    expect(client.headers('ERROR')).toMatchObject({ version: '1.0,1.1,1.2', 'content-type': 'text/plain' });
    expect(client.bodies('ERROR')).toEqual(['Supported protocol versions are 1.0 1.1 1.2']);
    expect(client.end).toEqual({ code: 1002, reason: 'version.unsupported' });
  });

  it.each([
    ['1.2', '', 'header.missing'],
    ['1.2', 'host:any\n', undefined],
    ['1.0', '', undefined],
  ])('RT-06 can require a host: %s with %j', (version, host, code) => {
    const client = bench({}, { requireHost: true }).client();
    expect(client.say(`CONNECT\naccept-version:${version}\n${host}\n^@`).error).toBe(code);
  });

  it('RT-06 chooses the preferred subprotocol that a WebSocket client offers', () => {
    expect(chooseSubprotocol(['v10.stomp', 'v12.stomp', 'v11.stomp'])).toBe('v12.stomp');
    expect(chooseSubprotocol(new Set(['v10.stomp', 'chat']))).toBe('v10.stomp');
    expect(chooseSubprotocol(['chat'])).toBeUndefined();
  });

  it('RT-06 sends no receipt for CONNECT', () => {
    const client = bench().client().connect('1.2', 'receipt:1\n');
    expect(client.frames.map((frame) => frame.command)).toEqual(['CONNECTED']);
  });

  it('RT-06 uses the agreed version from the next octet on', () => {
    const { client, sent } = bench();
    const connect = 'CONNECT\naccept-version:1.2\nhost:a\n\n^@';
    client().say(`${connect}\r\nSEND\r\ndestination:/app/a\\cb\r\n\r\nx^@`);
    expect(sent.map((message) => message.destination)).toEqual(['/app/a:b']);
  });

  it('RT-07 ends a connection without CONNECT after 10 s', () => {
    const { broker, client } = bench();
    const silent = client().say('\n', 'CONN');
    const connected = client().connect('1.0');
    broker.tick(START_MS + 9_999);
    expect(silent.end).toBeUndefined();
    broker.tick(START_MS + 10_000);
    expect(silent.error).toBe('connect.timeout');
    expect(silent.end).toEqual({ code: 1008, reason: 'connect.timeout' });
    broker.tick(START_MS + 1e9);
    expect(connected.end).toBeUndefined();
  });
});

describe('authorizeConnect', () => {
  it('accepts the right headers and refuses others with an ERROR', () => {
    const { client, closed } = bench({
      authorizeConnect: (headers) =>
        headers.get('passcode') === 'right' ? { ok: true } : { ok: false, message: 'Unknown login.' },
    });
    expect(client().connect('1.2', 'passcode:right\n').of('CONNECTED')).toHaveLength(1);
    const refused = client().connect('1.2', 'passcode:wrong\n').say(subscribe());
    expect(refused.frames.map(({ command }) => command)).toEqual(['ERROR']);
    expect([refused.bodies('ERROR'), refused.end?.code]).toEqual([['Unknown login.'], 1008]);
    expect(closed).toEqual(['connect.refused']);
  });

  it('delays all frames after CONNECT until it resolves', async () => {
    const policy = Promise.withResolvers<PolicyResult>();
    const { broker, client } = bench({ authorizeConnect: () => policy.promise });
    const eager = client().connect('1.2').say(subscribe('a\\cb'));
    expect(eager.frames).toEqual([]);
    expect(broker.publish('/a', text('early'))).toBe(0);
    policy.resolve({ ok: true });
    await expect.poll(() => eager.of('CONNECTED')).toHaveLength(1);
    await expect.poll(() => broker.publish('/a', text('x'))).toBe(1);
    expect(eager.values('MESSAGE', 'subscription')).toContain('a:b');
  });
});

describe('STOMP 1.2, "DISCONNECT"', () => {
  it.each(VERSIONS)('RT-06 in %s sends the receipt, closes and ignores later frames', (version) => {
    const { broker, client, sent } = bench();
    const leaving = client().connect(version);
    leaving.say('DISCONNECT\nreceipt:77\n\n^@SEND\ndestination:/app/a\n\n^@');
    leaving.say('SEND\ndestination:/app/b\n\n^@');
    expect(leaving.frames.map(({ command }) => command)).toEqual(['CONNECTED', 'RECEIPT']);
    expect(leaving.receipts).toEqual(['77']);
    expect(leaving.end).toEqual({ code: 1000, reason: 'disconnected' });
    expect([sent, broker.connections]).toEqual([[], 0]);
  });
});

describe('STOMP 1.2, "ERROR"', () => {
  it('RT-06 names the error and the receipt of the frame, then closes', () => {
    const client = bench().client().connect('1.2').say('SEND\nreceipt:m\\c1\n\nx^@');
    expect(client.headers('ERROR')).toEqual({
      'receipt-id': 'm:1',
      message: 'Required header missing',
      code: 'header.missing',
      'content-type': 'text/plain',
      'content-length': '38',
    });
    expect(client.bodies('ERROR')).toEqual(['SEND needs a header named destination.']);
    expect(client.end).toEqual({ code: 1002, reason: 'header.missing' });
    expect(client.receipts).toEqual([]);
  });

  it('RT-06 names the receipt without escapes before a version is agreed on', () => {
    const client = bench().client().say('SEND\ndestination:/app/a\nreceipt:r\\c1\n\n^@');
    expect(client.headers('ERROR')).toMatchObject({ code: 'connect.expected', 'receipt-id': 'r\\c1' });
  });

  it('RT-06 names the receipt of a frame that is refused before it ends', () => {
    const client = bench().client().connect('1.2').say('SEND\nreceipt:big\ncontent-length:999999\n');
    expect(client.end).toBeUndefined();
    client.say('\n');
    expect(client.headers('ERROR')).toMatchObject({ code: 'body.too_large', 'receipt-id': 'big' });
    expect(client.end?.code).toBe(1009);
  });
});

describe('the end of a connection', () => {
  it('RT-07 releases everything and tells its reason once', () => {
    const { broker, client, closed } = bench();
    const open = () => client().connect('1.2').say(subscribe());
    const [leaving, failing, gone, broken] = [open(), open(), open(), open()];
    expect(broker.publish('/a', text('x'))).toBe(4);
    leaving.say('DISCONNECT\n\n^@');
    failing.say('nonsense\n');
    gone.session.closed();
    gone.session.closed();
    broken.send = () => {
      throw new Error('EPIPE');
    };
    broken.say('BEGIN\ntransaction:t\nreceipt:r\n\n^@');
    expect([broker.connections, ...broker.topicKeys()]).toEqual([0]);
    const stopped = [open(), client()];
    broker.shutdown();
    expect(stopped.map(({ end }) => end?.code)).toEqual([1001, 1001]);
    expect(closed).toEqual([
      'disconnected',
      'frame.unknown_command',
      'transport.closed',
      'transport.failed',
      'shutdown',
      'shutdown',
    ]);
    expect([broker.connections, broker.publish('/a', text('x'))]).toEqual([0, 0]);
  });

  it('is complete although its hooks fail, and their errors are reported', async () => {
    const { broker, client, errors } = bench({
      onUnsubscribe: ({ id }) => {
        if (id === '1') throw new Error('at once');
        return Promise.reject(new Error('later'));
      },
      onClose: () => {
        throw new Error('closing');
      },
    });
    const reader = client().connect('1.2').say(subscribe(1), subscribe(2), 'DISCONNECT\n\n^@');
    await expect.poll(() => errors.map(String)).toEqual(['Error: at once', 'Error: closing', 'Error: later']);
    expect(reader.end?.code).toBe(1000);
    expect([broker.connections, broker.hasSubscribers('/a')]).toEqual([0, false]);
  });
});
