import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from './bytes.ts';
import { VERSIONS } from './frame.ts';
import { bench, START_MS } from './testing/harness.ts';

describe('STOMP 1.2, "Connecting"', () => {
  it.each(VERSIONS)('RT-06 answers CONNECT in %s with CONNECTED', (version) => {
    const client = bench().client().connect(version);
    expect(client.of('CONNECTED').map((frame) => Object.fromEntries(frame.headers))).toEqual([
      {
        version,
        session: 'session-1',
        server: 'laurel',
        ...(version === '1.0' ? {} : { 'heart-beat': '10000,10000' }),
      },
    ]);
    expect(client.session.version).toBe(version);
  });

  it('RT-06 handles STOMP like CONNECT', () => {
    const client = bench().client().say('STOMP\naccept-version:1.1,1.2\nhost:a:8080\n\n^@');
    expect(client.values('CONNECTED', 'version')).toEqual(['1.2']);
  });

  it('RT-06 refuses a client without a common version and lists the supported versions', () => {
    const client = bench().client().say('CONNECT\naccept-version:2.0\nhost:a\n\n^@');
    const [error] = client.of('ERROR');
    expect(error?.headers.get('version')).toBe('1.0,1.1,1.2');
    expect(error?.headers.get('content-type')).toBe('text/plain');
    expect(error && decodeUtf8(error.body)).toBe('Supported protocol versions are 1.0 1.1 1.2');
    expect(client.end).toEqual({ code: 1002, reason: 'version.unsupported' });
  });

  it('RT-06 refuses any other frame before CONNECT, and a second CONNECT', () => {
    const early = bench().client().say('SEND\ndestination:/app/a\nreceipt:r\\c1\n\n^@');
    expect(early.error).toBe('connect.expected');
    expect(early.values('ERROR', 'receipt-id')).toEqual(['r\\c1']);
    const twice = bench().client().connect('1.2').connect('1.2');
    expect(twice.error).toBe('connect.repeated');
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

describe('STOMP 1.2, "DISCONNECT"', () => {
  it.each(VERSIONS)('RT-06 in %s sends the receipt, closes and ignores later frames', (version) => {
    const { broker, client, sent } = bench();
    const leaving = client().connect(version);
    leaving.say('DISCONNECT\nreceipt:77\n\n^@SEND\ndestination:/app/a\n\n^@');
    leaving.say('SEND\ndestination:/app/b\n\n^@');
    expect(leaving.values('RECEIPT', 'receipt-id')).toEqual(['77']);
    expect(leaving.end).toEqual({ code: 1000, reason: 'disconnected' });
    expect(leaving.of('ERROR')).toEqual([]);
    expect(sent).toEqual([]);
    expect(broker.connections).toBe(0);
  });
});

describe('STOMP 1.2, "ERROR"', () => {
  it('RT-06 names the error and the receipt of the frame, then closes', () => {
    const client = bench().client().connect('1.2').say('SEND\nreceipt:m\\c1\n\nx^@');
    const [error] = client.of('ERROR');
    expect(Object.fromEntries(error?.headers ?? [])).toEqual({
      'receipt-id': 'm:1',
      message: 'Required header missing',
      code: 'header.missing',
      'content-type': 'text/plain',
      'content-length': String(error?.body.length),
    });
    expect(error && decodeUtf8(error.body)).toBe('SEND needs a header named destination.');
    expect(client.end).toEqual({ code: 1002, reason: 'header.missing' });
    expect(client.of('RECEIPT')).toEqual([]);
  });

  it('RT-06 names the receipt of a frame that is refused before it ends', () => {
    const client = bench().client().connect('1.2').say('SEND\nreceipt:big\ncontent-length:999999\n');
    expect(client.end).toBeUndefined();
    client.say('\n');
    expect(client.values('ERROR', 'receipt-id')).toEqual(['big']);
    expect(client.error).toBe('body.too_large');
    expect(client.end?.code).toBe(1009);
  });

  it('RT-06 refuses server commands, and NACK in 1.0', () => {
    expect(bench().client().connect('1.2').say('MESSAGE\n\n^@').error).toBe('frame.unknown_command');
    expect(bench().client().connect('1.0').say('NACK\nmessage-id:1\n\n^@').error).toBe('frame.unknown_command');
  });
});

describe('shutdown', () => {
  it('closes every connection with code 1001', () => {
    const { broker, client } = bench();
    const clients = [client().connect('1.2'), client()];
    broker.shutdown();
    expect(clients.map(({ end }) => end?.code)).toEqual([1001, 1001]);
    expect(broker.connections).toBe(0);
  });
});
