import { describe, expect, it } from 'vitest';
import { VERSIONS } from './frame.ts';
import type { Subscription, Verdict } from './hooks.ts';
import { bench, deferred, text } from './testing/harness.ts';

const subscribe = (id: string, ack = 'auto'): string => `SUBSCRIBE\nid:${id}\ndestination:/a\nack:${ack}\n\n^@`;

describe('authorizeConnect', () => {
  const knownOnly = {
    authorizeConnect: (headers: ReadonlyMap<string, string>): Verdict =>
      headers.get('passcode') === 'right' ? { ok: true } : { ok: false, message: 'Unknown login or wrong passcode.' },
  };

  it.each(VERSIONS)('lets in who has the right headers in %s, and refuses the others with an ERROR', (version) => {
    const { client, closed } = bench({}, knownOnly);
    const known = client().connect(version, 'login:a\npasscode:right\n');
    const stranger = client().connect(version, 'login:a\npasscode:wrong\n').say(subscribe('1'));
    expect(known.of('CONNECTED')).toHaveLength(1);
    expect(stranger.error).toBe('connect.refused');
    expect(stranger.end).toEqual({ code: 1008, reason: 'connect.refused' });
    expect(stranger.of('CONNECTED')).toEqual([]);
    expect(closed).toEqual(['connect.refused']);
  });

  it('is waited for: nothing that follows CONNECT is done before', async () => {
    const verdict = deferred<Verdict>();
    const { broker, client } = bench({}, { authorizeConnect: () => verdict.promise });
    const eager = client().connect('1.2').say(subscribe('a\\cb'));
    expect(eager.frames).toEqual([]);
    expect(broker.publish('/a', text('early'))).toBe(0);
    verdict.resolve({ ok: true });
    await expect.poll(() => eager.of('CONNECTED')).toHaveLength(1);
    await expect.poll(() => broker.publish('/a', text('x'))).toBe(1);
    expect(eager.values('MESSAGE', 'subscription')).toContain('a:b');
  });
});

describe('a subscription', () => {
  const setting = () => {
    const begun: Subscription[] = [];
    const ended: [string | undefined, readonly string[]][] = [];
    const all = bench(
      {},
      {
        onSubscribe: (subscription) => void begun.push(subscription),
        onUnsubscribe: (subscription) => void ended.push([subscription.id, subscription.unacknowledged]),
      },
    );
    return { ...all, begun, ended };
  };

  it.each(VERSIONS)('gets messages of its own in %s', (version) => {
    const { client, begun, settled } = setting();
    const one = client().connect(version).say(subscribe('1', 'client'), subscribe('2', 'client'));
    const other = client().connect(version).say(subscribe('1', 'client'));
    const id = begun[1]?.deliver(text('for the second alone'));
    expect(one.values('MESSAGE', 'subscription')).toEqual(['2']);
    expect(one.values('MESSAGE', 'message-id')).toEqual([id]);
    expect(other.of('MESSAGE')).toEqual([]);
    expect(begun.map(({ unacknowledged }) => unacknowledged)).toEqual([[], [id], []]);
    one.say(version === '1.2' ? `ACK\nid:${id}@2\n\n^@` : `ACK\nmessage-id:${id}\nsubscription:2\n\n^@`);
    expect(settled).toEqual([`ack 2 ${id}`]);
    expect(begun[1]?.unacknowledged).toEqual([]);
  });

  it('ends with UNSUBSCRIBE: its owner is told once, and nothing is delivered any more', () => {
    const { client, begun, ended } = setting();
    const reader = client().connect('1.2').say(subscribe('1', 'client'));
    const [subscription] = begun;
    expect(subscription?.active).toBe(true);
    const id = subscription?.deliver(text('x'));
    reader.say('UNSUBSCRIBE\nid:1\n\n^@');
    expect(ended).toEqual([['1', [id]]]);
    expect(subscription?.active).toBe(false);
    expect(subscription?.deliver(text('late'))).toBeUndefined();
    reader.say('DISCONNECT\n\n^@');
    expect(ended).toHaveLength(1);
    expect(reader.bodies()).toEqual(['x']);
  });

  it('ends with its connection: its owner is told of what was not acknowledged', () => {
    const { client, begun, ended } = setting();
    const reader = client().connect('1.2').say(subscribe('1', 'client-individual'), subscribe('2'));
    const ids = ['a', 'b', 'c'].map((body) => begun[0]?.deliver(text(body)));
    reader.say(`ACK\nid:${ids[1]}@1\n\n^@`);
    reader.session.closed();
    expect(ended).toEqual([
      ['1', [ids[0], ids[2]]],
      ['2', []],
    ]);
  });

  it('that was refused never began, so that nobody is told of its end', () => {
    const ended: Subscription[] = [];
    const { client } = bench(
      {},
      {
        authorizeSubscribe: () => ({ ok: false, message: 'No.' }),
        onUnsubscribe: (subscription) => void ended.push(subscription),
      },
    );
    expect(client().connect('1.2').say(subscribe('1')).error).toBe('subscription.refused');
    expect(ended).toEqual([]);
  });

  it('whose end is awaited holds the RECEIPT back, and a failure is an ERROR', async () => {
    const ending = deferred<void>();
    const { client } = bench({}, { onUnsubscribe: () => ending.promise });
    const reader = client().connect('1.2').say(subscribe('1'), 'UNSUBSCRIBE\nid:1\nreceipt:r\n\n^@');
    expect(reader.of('RECEIPT')).toEqual([]);
    ending.reject(new Error('down'));
    await expect.poll(() => reader.error).toBe('server.error');
    expect(reader.values('ERROR', 'receipt-id')).toEqual(['r']);
  });
});

describe('ACK and NACK', () => {
  it('wait for their hook, and count only if it succeeds', async () => {
    const left: string[] = [];
    const acknowledging = deferred<void>();
    const { broker, client } = bench(
      {},
      {
        onAck: () => acknowledging.promise,
        onUnsubscribe: ({ unacknowledged }) => void left.push(...unacknowledged),
      },
    );
    const reader = client().connect('1.2').say(subscribe('1', 'client'));
    broker.publish('/a', text('x'));
    reader.say('ACK\nid:1@1\nreceipt:r\n\n^@');
    expect(reader.of('RECEIPT')).toEqual([]);
    acknowledging.reject(new Error('down'));
    await expect.poll(() => reader.error).toBe('server.error');
    expect(left).toEqual(['1']);
  });
});

describe('onClose', () => {
  it('tells once why a connection ended', () => {
    const { broker, client, closed } = bench();
    client().connect('1.2').say('DISCONNECT\n\n^@');
    client().connect('1.2').say('nonsense\n');
    const gone = client().connect('1.2');
    gone.session.closed();
    gone.session.closed();
    const broken = client().connect('1.2');
    broken.send = () => {
      throw new Error('EPIPE');
    };
    broken.say('BEGIN\ntransaction:t\nreceipt:r\n\n^@');
    client();
    broker.shutdown();
    expect(closed).toEqual([
      'disconnected',
      'frame.unknown_command',
      'transport.closed',
      'transport.failed',
      'shutdown',
    ]);
  });

  it('and onUnsubscribe may fail: the rest is freed all the same, and the failures are reported', async () => {
    const { broker, client, errors } = bench(
      {},
      {
        onUnsubscribe: ({ id }) => {
          if (id === '1') throw new Error('at once');
          return Promise.reject(new Error('later'));
        },
        onClose: () => {
          throw new Error('closing');
        },
      },
    );
    const reader = client().connect('1.2').say(subscribe('1'), subscribe('2'), 'DISCONNECT\n\n^@');
    await expect.poll(() => errors).toHaveLength(3);
    expect(errors.map(String)).toEqual(['Error: at once', 'Error: closing', 'Error: later']);
    expect(reader.end?.code).toBe(1000);
    expect([broker.connections, broker.hasSubscribers('/a')]).toEqual([0, false]);
  });
});

describe('the kind of WebSocket message', () => {
  const connect = 'CONNECT\naccept-version:1.2\nhost:laurel\n\n\0';
  const octets = Uint8Array.of(0xff, 0, 1);

  it.each(['text', 'binary'] as const)('is that of the client’s CONNECT: %s', (kind) => {
    const { broker, client } = bench();
    const reader = client();
    // A ping of WebSocket's own brings no octets, and is of no kind.
    reader.session.receive(new Uint8Array(0), kind === 'text' ? 'binary' : 'text');
    reader.session.receive(new TextEncoder().encode(connect), kind);
    // Heart-beats are text with some clients that send binary messages otherwise.
    reader.session.receive('\n');
    reader.say(subscribe('1'));
    broker.publish('/a', text('привіт'));
    reader.say('nonsense\n');
    expect(reader.frames.map(({ command }) => command)).toEqual(['CONNECTED', 'MESSAGE', 'ERROR']);
    expect(reader.kinds).toEqual([kind, kind, kind]);
  });

  it('is binary where the octets are no valid UTF-8, whatever the client sends', () => {
    const { broker, client } = bench();
    const reader = client().connect('1.2').say(subscribe('1'));
    broker.publish('/a', { body: octets, contentType: 'application/octet-stream' });
    broker.publish('/a', { body: new TextEncoder().encode('текст'), contentType: 'text/plain' });
    broker.publish('/a', { body: octets.subarray(1), contentType: 'application/octet-stream' });
    expect(reader.of('MESSAGE')).toHaveLength(3);
    expect(reader.kinds).toEqual(['text', 'binary', 'text', 'text']);
  });

  it('is text for a client that sends strings', () => {
    const { client } = bench();
    const reader = client();
    reader.session.receive(connect, 'binary');
    expect(reader.kinds).toEqual(['text']);
  });
});
