import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from './bytes.ts';
import type { OutgoingMessage, PolicyResult } from './hooks.ts';
import { bench, deferred, text } from './testing/harness.ts';

const topic = '/topic/statistics';

describe('STOMP 1.2, "SUBSCRIBE" and "MESSAGE"', () => {
  it.each(['1.1', '1.2'] as const)('RT-06 delivers in %s with subscription, message-id and destination', (version) => {
    const { broker, client } = bench();
    const reader = client().connect(version).say(`SUBSCRIBE\nid:a\\c0\ndestination:${topic}\n\n^@`);
    expect(broker.publish(topic, text('привіт\0'))).toBe(1);
    expect(Object.fromEntries(reader.of('MESSAGE')[0]?.headers ?? [])).toEqual({
      subscription: 'a:0',
      'message-id': '1',
      destination: topic,
      'content-type': 'text/plain',
      'content-length': '13',
    });
    expect(reader.bodies()).toEqual(['привіт\0']);
  });

  it('RT-06 in 1.0 finds a subscription by its id or, without one, by its destination', () => {
    const { broker, client } = bench();
    const reader = client().connect('1.0');
    reader.say(`SUBSCRIBE\ndestination: ${topic}\n\n^@`, `SUBSCRIBE\nid:1\ndestination:${topic}\n\n^@`);
    broker.publish(topic, text('x'));
    expect(reader.values('MESSAGE', 'subscription').sort()).toEqual(['1', undefined]);
    reader.say('UNSUBSCRIBE\nid:1\n\n^@');
    expect(broker.publish(topic, text('x'))).toBe(1);
    reader.say(`SUBSCRIBE\nid:2\ndestination:${topic}\n\n^@`, `UNSUBSCRIBE\ndestination:${topic}\n\n^@`);
    expect(broker.hasSubscribers(topic)).toBe(false);
    expect(reader.say('UNSUBSCRIBE\n\n^@').error).toBe('header.missing');
  });

  it.each([
    ['header.missing', `SUBSCRIBE\ndestination:${topic}\n\n^@`],
    ['header.missing', 'SUBSCRIBE\nid:1\n\n^@'],
    ['header.invalid', `SUBSCRIBE\nid:1\ndestination:${topic}\nack:some\n\n^@`],
    ['subscription.exists', `${`SUBSCRIBE\nid:1\ndestination:${topic}\n\n^@`.repeat(2)}`],
    ['subscription.unknown', 'UNSUBSCRIBE\nid:1\n\n^@'],
    ['header.missing', `UNSUBSCRIBE\ndestination:${topic}\n\n^@`],
  ])('RT-06 answers %s to %j', (code, frame) => {
    expect(bench().client().connect('1.2').say(frame).error).toBe(code);
  });

  it('RT-06 has no client-individual in 1.0', () => {
    const client = bench().client().connect('1.0');
    expect(client.say(`SUBSCRIBE\ndestination:${topic}\nack:client-individual\n\n^@`).error).toBe('header.invalid');
  });

  it('RT-06 allows reusing an id after UNSUBSCRIBE, and sends no message in between', () => {
    const { broker, client } = bench();
    const reader = client().connect('1.2').say(`SUBSCRIBE\nid:1\ndestination:/a\n\n^@UNSUBSCRIBE\nid:1\n\n^@`);
    reader.say('SUBSCRIBE\nid:1\ndestination:/b\nreceipt:r\n\n^@');
    expect(broker.publish('/a', text('a'))).toBe(0);
    expect(broker.publish('/b', text('b'))).toBe(1);
    expect(reader.bodies()).toEqual(['b']);
    expect(reader.values('RECEIPT', 'receipt-id')).toEqual(['r']);
  });
});

describe('authorizeSubscribe', () => {
  it('RT-07 refuses with its own message and closes', () => {
    const { client } = bench({}, { authorizeSubscribe: () => ({ ok: false, message: 'This event is not yours.' }) });
    const refused = client().connect('1.2').say('SUBSCRIBE\nid:1\ndestination:/topic/chat/x\nreceipt:r\n\n^@');
    const [error] = refused.of('ERROR');
    expect(error?.headers.get('code')).toBe('subscription.refused');
    expect(error?.headers.get('receipt-id')).toBe('r');
    expect(error && decodeUtf8(error.body)).toBe('This event is not yours.');
    expect(refused.end?.code).toBe(1008);
  });

  it('delays the subscription, which never begins if the client has left meanwhile', async () => {
    const policy = deferred<PolicyResult>();
    const { broker, client } = bench({}, { authorizeSubscribe: () => policy.promise });
    const staying = client().connect('1.2').say('SUBSCRIBE\nid:1\ndestination:/a\nreceipt:r\n\n^@');
    const leaving = client().connect('1.2').say('SUBSCRIBE\nid:1\ndestination:/a\n\n^@UNSUBSCRIBE\nid:1\n\n^@');
    const gone = client().connect('1.2').say('SUBSCRIBE\nid:1\ndestination:/a\n\n^@');
    gone.session.closed();
    expect(broker.publish('/a', text('early'))).toBe(0);
    policy.resolve({ ok: true });
    await expect.poll(() => staying.of('RECEIPT')).toHaveLength(1);
    expect(broker.publish('/a', text('late'))).toBe(1);
    expect(staying.frames.map((frame) => frame.command)).toEqual(['CONNECTED', 'RECEIPT', 'MESSAGE']);
    expect(leaving.of('MESSAGE')).toEqual([]);
  });

  it('does not see the topic keys that messages are published under', () => {
    const asked: string[] = [];
    const { broker, client } = bench(
      {},
      {
        topicKey: (destination) => `key:${destination.length}`,
        authorizeSubscribe: (destination) => {
          asked.push(destination);
          return { ok: true };
        },
      },
    );
    const reader = client().connect('1.2').say('SUBSCRIBE\nid:1\ndestination:/abc\n\n^@');
    expect(broker.publish('/abc', text('x'))).toBe(0);
    expect(broker.publish('key:4', text('x'))).toBe(1);
    expect(reader.values('MESSAGE', 'destination')).toEqual(['/abc']);
    expect(asked).toEqual(['/abc']);
  });
});

describe('the current state for a new subscription', () => {
  it('RT-01 is sent to that subscription only', () => {
    const { client } = bench({}, { onSubscribe: ({ destination }) => text(`state of ${destination}`) });
    const first = client().connect('1.2').say('SUBSCRIBE\nid:1\ndestination:/a\n\n^@');
    const second = client().connect('1.2').say('SUBSCRIBE\nid:9\ndestination:/a\nreceipt:r\n\n^@');
    expect(first.bodies()).toEqual(['state of /a']);
    expect(second.bodies()).toEqual(['state of /a']);
    expect(second.frames.map((frame) => frame.command)).toEqual(['CONNECTED', 'MESSAGE', 'RECEIPT']);
  });

  it('RT-01 is read again if a broadcast comes first, so that stale data never follows newer data', async () => {
    const reads = [deferred<OutgoingMessage>(), deferred<OutgoingMessage>()];
    let read = 0;
    const { broker, client } = bench({}, { onSubscribe: () => reads[read++]?.promise ?? undefined });
    const reader = client().connect('1.2').say('SUBSCRIBE\nid:1\ndestination:/a\n\n^@');
    broker.publish('/a', text('VERIFIED'));
    reads[0]?.resolve(text('IN_PROGRESS'));
    await expect.poll(() => read).toBe(2);
    reads[1]?.resolve(text('VERIFIED'));
    await expect.poll(() => reader.bodies()).toEqual(['VERIFIED', 'VERIFIED']);
  });

  it('RT-01 is omitted if broadcasts come first each time', async () => {
    let read = 0;
    const { broker, client } = bench(
      {},
      {
        onSubscribe: async () => {
          read += 1;
          broker.publish('/a', text(`push ${read}`));
          return text(`stale ${read}`);
        },
      },
    );
    const reader = client().connect('1.2').say('SUBSCRIBE\nid:1\ndestination:/a\nreceipt:r\n\n^@');
    await expect.poll(() => reader.of('RECEIPT')).toHaveLength(1);
    expect(reader.bodies()).toEqual(['push 1', 'push 2', 'push 3']);
  });

  it('ends the connection without the cause if it cannot be read', async () => {
    const failure = new Error('password=secret');
    const { client, errors } = bench({}, { onSubscribe: () => Promise.reject(failure) });
    const reader = client().connect('1.2').say('SUBSCRIBE\nid:1\ndestination:/a\nreceipt:r\n\n^@');
    await expect.poll(() => reader.error).toBe('server.error');
    const [error] = reader.of('ERROR');
    expect(error && decodeUtf8(error.body)).not.toContain('secret');
    expect(error?.headers.get('receipt-id')).toBe('r');
    expect(reader.end?.code).toBe(1011);
    expect(errors).toEqual([failure]);
  });
});
