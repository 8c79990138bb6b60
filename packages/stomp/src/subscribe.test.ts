import { describe, expect, it } from 'vitest';
import { VERSIONS } from './frame.ts';
import type { OutgoingMessage, PolicyResult } from './hooks.ts';
import { bench, subscribe, text } from './testing/harness.ts';

describe('STOMP 1.2, "SUBSCRIBE", "UNSUBSCRIBE" and "MESSAGE"', () => {
  it.each(['1.1', '1.2'] as const)('RT-06 delivers in %s with subscription, message-id and destination', (version) => {
    const { broker, client } = bench();
    const reader = client().connect(version).say(subscribe('a\\c0'));
    expect(broker.publish('/a', text('привіт\0'))).toBe(1);
    expect(reader.headers('MESSAGE')).toEqual({
      subscription: 'a:0',
      'message-id': '1',
      destination: '/a',
      'content-type': 'text/plain',
      'content-length': '13',
    });
    expect(reader.bodies()).toEqual(['привіт\0']);
  });

  it('RT-06 in 1.0 finds a subscription by its id or, without one, by its destination', () => {
    const { broker, client } = bench();
    const reader = client().connect('1.0').say('SUBSCRIBE\ndestination: /a\n\n^@', subscribe(1));
    broker.publish('/a', text('x'));
    expect(reader.values('MESSAGE', 'subscription').sort()).toEqual(['1', undefined]);
    reader.say('UNSUBSCRIBE\nid:1\n\n^@');
    expect(broker.publish('/a', text('x'))).toBe(1);
    reader.say(subscribe(2), 'UNSUBSCRIBE\ndestination:/a\n\n^@');
    expect([reader.end, broker.hasSubscribers('/a')]).toEqual([undefined, false]);
  });

  it('RT-06 allows reusing an id after UNSUBSCRIBE, and sends no message in between', () => {
    const { broker, client } = bench();
    const reader = client().connect('1.2').say(subscribe(1), 'UNSUBSCRIBE\nid:1\n\n^@', subscribe(1, '/b'));
    expect(broker.publish('/a', text('a'))).toBe(0);
    expect(broker.publish('/b', text('b'))).toBe(1);
    expect(reader.bodies()).toEqual(['b']);
  });
});

describe('authorizeSubscribe', () => {
  it('RT-07 refuses with its own message and closes', () => {
    const { client, left } = bench({ authorizeSubscribe: () => ({ ok: false, message: 'Not yours.' }) });
    const refused = client().connect('1.2').say('SUBSCRIBE\nid:1\ndestination:/a\nreceipt:r\n\n^@');
    expect(refused.headers('ERROR')).toMatchObject({ code: 'subscription.refused', 'receipt-id': 'r' });
    expect([refused.bodies('ERROR'), refused.end?.code]).toEqual([['Not yours.'], 1008]);
    // The subscription never began.
    expect(left).toEqual([]);
  });

  it('delays the subscription, which never begins if the client has left meanwhile', async () => {
    const policy = Promise.withResolvers<PolicyResult>();
    const { broker, client, left } = bench({ authorizeSubscribe: () => policy.promise });
    const gone = client().connect('1.2').say(subscribe('gone'));
    const staying = client().connect('1.2').say('SUBSCRIBE\nid:s\ndestination:/a\nreceipt:r\n\n^@');
    const leaving = client().connect('1.2').say(subscribe(), 'UNSUBSCRIBE\nid:s\n\n^@');
    gone.session.closed();
    expect(broker.publish('/a', text('early'))).toBe(0);
    policy.resolve({ ok: true });
    await expect.poll(() => staying.receipts).toEqual(['r']);
    expect(broker.publish('/a', text('late'))).toBe(1);
    expect(staying.frames.map((frame) => frame.command)).toEqual(['CONNECTED', 'RECEIPT', 'MESSAGE']);
    staying.session.closed();
    expect([leaving.bodies(), left, ...broker.topicKeys()]).toEqual([[], ['s', 's']]);
  });

  it('does not see the topic keys that messages are published under', () => {
    const asked: string[] = [];
    const { broker, client } = bench({
      topicKey: (destination) => `key:${destination.length}`,
      authorizeSubscribe: (destination) => {
        asked.push(destination);
        return { ok: true };
      },
    });
    const reader = client().connect('1.2').say(subscribe(1, '/abc'));
    expect(broker.publish('/abc', text('x'))).toBe(0);
    expect(broker.publish('key:4', text('x'))).toBe(1);
    expect(reader.values('MESSAGE', 'destination')).toEqual(['/abc']);
    expect(asked).toEqual(['/abc']);
  });
});

describe('the current state for a new subscription', () => {
  it('RT-01 is sent to that subscription only, before the RECEIPT', () => {
    const { client } = bench({ onSubscribe: ({ destination }) => text(`state of ${destination}`) });
    const first = client().connect('1.2').say(subscribe());
    const second = client().connect('1.2').say('SUBSCRIBE\nid:9\ndestination:/a\nreceipt:r\n\n^@');
    expect([first.bodies(), second.bodies()]).toEqual([['state of /a'], ['state of /a']]);
    expect(second.frames.map((frame) => frame.command)).toEqual(['CONNECTED', 'MESSAGE', 'RECEIPT']);
  });

  it('RT-01 is read again if a broadcast comes first, so that stale data never follows newer data', async () => {
    const reads = [Promise.withResolvers<OutgoingMessage>(), Promise.withResolvers<OutgoingMessage>()];
    let read = 0;
    const { broker, client } = bench({ onSubscribe: () => reads[read++]?.promise ?? undefined });
    const reader = client().connect('1.2').say(subscribe());
    broker.publish('/a', text('VERIFIED'));
    reads[0]?.resolve(text('IN_PROGRESS'));
    await expect.poll(() => read).toBe(2);
    reads[1]?.resolve(text('VERIFIED'));
    await expect.poll(() => reader.bodies()).toEqual(['VERIFIED', 'VERIFIED']);
  });

  it('RT-01 is omitted if broadcasts come first each time', async () => {
    let read = 0;
    const { broker, client } = bench({
      onSubscribe: async () => {
        read += 1;
        broker.publish('/a', text(`push ${read}`));
        return text(`stale ${read}`);
      },
    });
    const reader = client().connect('1.2').say('SUBSCRIBE\nid:1\ndestination:/a\nreceipt:r\n\n^@');
    await expect.poll(() => reader.receipts).toEqual(['r']);
    expect(reader.bodies()).toEqual(['push 1', 'push 2', 'push 3']);
  });
});

describe('a subscription', () => {
  it.each(VERSIONS)('can be sent its own messages in %s', (version) => {
    const { client, begun, acknowledged } = bench();
    const one = client()
      .connect(version)
      .say(subscribe(1, '/a', 'client'), subscribe(2, '/a', 'client'));
    const other = client()
      .connect(version)
      .say(subscribe(1, '/a', 'client'));
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
    const { client, begun, left } = bench();
    const reader = client()
      .connect('1.2')
      .say(subscribe(1, '/a', 'client'));
    const [subscription] = begun;
    expect(subscription?.active).toBe(true);
    subscription?.deliver(text('x'));
    reader.say('UNSUBSCRIBE\nid:1\n\n^@');
    expect([subscription?.active, subscription?.deliver(text('late'))]).toEqual([false, undefined]);
    reader.say('DISCONNECT\n\n^@');
    expect([left, reader.bodies()]).toEqual([['1 1'], ['x']]);
  });

  it('ends with its connection: onUnsubscribe gets the unacknowledged messages', () => {
    const { client, begun, left } = bench();
    const reader = client()
      .connect('1.2')
      .say(subscribe(1, '/a', 'client-individual'), subscribe(2));
    for (const body of ['a', 'b', 'c']) begun[0]?.deliver(text(body));
    reader.say('ACK\nid:2@1\n\n^@').session.closed();
    expect(left).toEqual(['1 1,3', '2']);
  });

  // A client of 1.0 can end several with one frame.
  it('ends after the one before it, and not if that one fails', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const calls: (string | undefined)[] = [];
    const { client } = bench({
      onUnsubscribe: ({ id }) => {
        calls.push(id);
        return id === '1' ? first.promise : second.promise;
      },
    });
    const reader = client().connect('1.0').say(subscribe(1), subscribe(2), subscribe(3));
    reader.say('UNSUBSCRIBE\ndestination:/a\nreceipt:r\n\n^@');
    expect(calls).toEqual(['1']);
    first.resolve();
    await expect.poll(() => calls).toEqual(['1', '2']);
    second.reject(new Error('down'));
    await expect.poll(() => reader.error).toBe('server.error');
    expect([calls, reader.receipts, reader.values('ERROR', 'receipt-id')]).toEqual([['1', '2'], [], ['r']]);
  });
});
