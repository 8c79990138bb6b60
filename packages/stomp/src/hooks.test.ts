import { describe, expect, it } from 'vitest';
import { VERSIONS } from './frame.ts';
import { forEachInTurn, type PolicyResult, type Subscription } from './hooks.ts';
import { bench, deferred, text } from './testing/harness.ts';

const subscribe = (id: string, ack = 'auto'): string => `SUBSCRIBE\nid:${id}\ndestination:/a\nack:${ack}\n\n^@`;

describe('authorizeConnect', () => {
  const knownOnly = {
    authorizeConnect: (headers: ReadonlyMap<string, string>): PolicyResult =>
      headers.get('passcode') === 'right' ? { ok: true } : { ok: false, message: 'Unknown login or wrong passcode.' },
  };

  it.each(VERSIONS)('accepts the right headers in %s and refuses others with an ERROR', (version) => {
    const { client, closed } = bench({}, knownOnly);
    const known = client().connect(version, 'login:a\npasscode:right\n');
    const refused = client().connect(version, 'login:a\npasscode:wrong\n').say(subscribe('1'));
    expect(known.of('CONNECTED')).toHaveLength(1);
    expect(refused.error).toBe('connect.refused');
    expect(refused.end).toEqual({ code: 1008, reason: 'connect.refused' });
    expect(refused.of('CONNECTED')).toEqual([]);
    expect(closed).toEqual(['connect.refused']);
  });

  it('delays all frames after CONNECT until it resolves', async () => {
    const policy = deferred<PolicyResult>();
    const { broker, client } = bench({}, { authorizeConnect: () => policy.promise });
    const eager = client().connect('1.2').say(subscribe('a\\cb'));
    expect(eager.frames).toEqual([]);
    expect(broker.publish('/a', text('early'))).toBe(0);
    policy.resolve({ ok: true });
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

  it.each(VERSIONS)('can be sent its own messages in %s', (version) => {
    const { client, begun, acknowledged } = setting();
    const one = client().connect(version).say(subscribe('1', 'client'), subscribe('2', 'client'));
    const other = client().connect(version).say(subscribe('1', 'client'));
    const id = begun[1]?.deliver(text('for the second alone'));
    expect(one.values('MESSAGE', 'subscription')).toEqual(['2']);
    expect(one.values('MESSAGE', 'message-id')).toEqual([id]);
    expect(other.of('MESSAGE')).toEqual([]);
    expect(begun.map(({ unacknowledged }) => unacknowledged)).toEqual([[], [id], []]);
    one.say(version === '1.2' ? `ACK\nid:${id}@2\n\n^@` : `ACK\nmessage-id:${id}\nsubscription:2\n\n^@`);
    expect(acknowledged).toEqual([`ack 2 ${id}`]);
    expect(begun[1]?.unacknowledged).toEqual([]);
  });

  it('ends with UNSUBSCRIBE: onUnsubscribe runs once and no message is delivered afterwards', () => {
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

  it('ends with its connection: onUnsubscribe gets the unacknowledged messages', () => {
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

  it('causes no onUnsubscribe if it was refused', () => {
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

  it('delays the RECEIPT of UNSUBSCRIBE until onUnsubscribe resolves, and a failure is an ERROR', async () => {
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
  it('wait for their hook and take effect only if it succeeds', async () => {
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
  it('gets the reason once', () => {
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

  it('and onUnsubscribe may fail: everything is released and the errors are reported', async () => {
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
    // A WebSocket ping has no octets and no kind.
    reader.session.receive(new Uint8Array(0), kind === 'text' ? 'binary' : 'text');
    reader.session.receive(new TextEncoder().encode(connect), kind);
    // Some clients with binary messages send heart-beats as text.
    reader.session.receive('\n');
    reader.say(subscribe('1'));
    broker.publish('/a', text('привіт'));
    reader.say('nonsense\n');
    expect(reader.frames.map(({ command }) => command)).toEqual(['CONNECTED', 'MESSAGE', 'ERROR']);
    expect(reader.kinds).toEqual([kind, kind, kind]);
  });

  it('is binary for octets that are not UTF-8, for every client', () => {
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

describe('forEachInTurn', () => {
  it('waits for each item before the next one, and stops at the first failure', async () => {
    const seen: string[] = [];
    const work = async (item: string): Promise<void> => {
      seen.push(`${item} starts`);
      await Promise.resolve();
      if (item === 'c') throw new Error('c failed');
      seen.push(`${item} ends`);
    };
    await expect(forEachInTurn(['a', 'b', 'c', 'd'], work)).rejects.toThrow('c failed');
    expect(seen).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts']);
  });

  it('does synchronous work at once', () => {
    const seen: number[] = [];
    expect(forEachInTurn([1, 2], (item) => void seen.push(item))).toBeUndefined();
    expect(seen).toEqual([1, 2]);
  });
});
