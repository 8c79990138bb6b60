import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from './bytes.ts';
import { StompError } from './errors.ts';
import { VERSIONS } from './frame.ts';
import type { PolicyResult } from './hooks.ts';
import { bench, subscribe, text } from './testing/harness.ts';

describe('STOMP 1.2, "SEND"', () => {
  it.each(VERSIONS)('RT-06 passes destination, headers and body to onSend in %s', (version) => {
    const { client, sent } = bench();
    client().connect(version, '').say('SEND\ndestination:/app/chat/1\nmine:x\n\n{"a":1}^@');
    expect(sent.map(({ destination, body, headers }) => [destination, decodeUtf8(body), headers.get('mine')])).toEqual([
      ['/app/chat/1', '{"a":1}', 'x'],
    ]);
  });

  it('RT-06 forwards user-defined headers to MESSAGE, but not those of the protocol', () => {
    const { broker, client } = bench({
      onSend: ({ body, headers }) => {
        broker.publish('/a', { body, contentType: headers.get('content-type') ?? 'text/plain', headers });
      },
    });
    const reader = client().connect('1.1').say(subscribe(0));
    const writer = client().connect('1.2');
    writer.say('SEND\ndestination:/app/a\nreceipt:r\nack:z\nmessage-id:9\ncontent-type:text/x\nmine:a\\cb\n\nhi^@');
    expect(reader.headers('MESSAGE')).toEqual({
      subscription: '0',
      'message-id': '1',
      destination: '/a',
      'content-type': 'text/x',
      'content-length': '2',
      mine: 'a:b',
    });
  });

  it('RT-07 refuses a SEND to a topic with an ERROR, and subscribers get nothing', () => {
    const { client, sent } = bench();
    const reader = client().connect('1.2').say(subscribe(0, '/topic/a'));
    const writer = client().connect('1.2').say('SEND\ndestination:/topic/a\nreceipt:r\n\n[]^@');
    expect(writer.headers('ERROR')).toMatchObject({ code: 'send.refused', 'receipt-id': 'r' });
    expect(writer.end?.code).toBe(1008);
    expect([sent, reader.of('MESSAGE')]).toEqual([[], []]);
  });

  it('RT-01 can be answered to the subscriptions of the sender only', () => {
    const counts: number[] = [];
    const { client } = bench({
      onSend: (_message, connection) => void counts.push(connection.send('/a', text('status'))),
      authorizeSubscribe: (_destination, connection) => {
        if (connection.context !== 'waiting') return { ok: true };
        // Its subscription has not begun yet.
        counts.push(connection.send('/a', text('too early')));
        return Promise.withResolvers<PolicyResult>().promise;
      },
    });
    const sender = client('sender').connect('1.2').say(subscribe(0), subscribe(1, '/b'));
    const others = ['other', 'waiting'].map((name) => client(name).connect('1.2').say(subscribe()));
    sender.say('SEND\ndestination:/app/a\n\n^@');
    expect(sender.bodies()).toEqual(['status']);
    expect(sender.values('MESSAGE', 'subscription')).toEqual(['0']);
    expect(others.flatMap((other) => other.bodies())).toEqual([]);
    expect(counts).toEqual([0, 1]);
  });
});

describe('frames of one connection', () => {
  const send = (body: string): string => `SEND\ndestination:/b\nreceipt:${body}\n\n${body}^@`;

  it('RT-06 reach asynchronous hooks in the order they were sent, and do not delay other connections', async () => {
    const done: string[] = [];
    const hooks = new Map(['1', '2', '3'].map((name) => [name, Promise.withResolvers<void>()]));
    const { client } = bench({
      onSend: async ({ body }) => {
        const name = decodeUtf8(body) ?? '';
        await hooks.get(name)?.promise;
        done.push(name);
      },
    });
    const writer = client()
      .connect('1.2')
      .say(send('1') + send('2'), send('3'));
    const other = client().connect('1.2').say(send('4'));
    hooks.get('3')?.resolve();
    hooks.get('2')?.resolve();
    await expect.poll(() => other.receipts).toEqual(['4']);
    expect(writer.receipts).toEqual([]);
    hooks.get('1')?.resolve();
    await expect.poll(() => writer.receipts).toEqual(['1', '2', '3']);
    expect(done).toEqual(['4', '1', '2', '3']);
  });

  it.each([
    ['DISCONNECT\nreceipt:bye\n\n^@', ['1', '2', 'bye'], undefined, 1000],
    ['nonsense\n', ['1', '2'], 'frame.unknown_command', 1002],
  ])('RT-06 are answered before the connection ends with %j', async (last, receipts, error, code) => {
    const sending = Promise.withResolvers<void>();
    const { client } = bench({ onSend: () => sending.promise });
    const writer = client().connect('1.2').say(send('1'), send('2'), last, send('never'));
    expect([writer.receipts, writer.error, writer.end]).toEqual([[], undefined, undefined]);
    sending.resolve();
    await expect.poll(() => writer.end?.code).toBe(code);
    expect([writer.receipts, writer.error]).toEqual([receipts, error]);
  });

  it.each(['at once', 'later'])(
    'RT-06 stop at a SEND that fails %s, with an ERROR that hides the cause',
    async (when) => {
      const started: (string | undefined)[] = [];
      const failure = new Error('password=secret');
      const { client, errors } = bench({
        onSend: ({ body }) => {
          started.push(decodeUtf8(body));
          if (when === 'at once') throw failure;
          return Promise.reject(failure);
        },
      });
      const writer = client().connect('1.2').say(send('1'), send('2'), 'DISCONNECT\nreceipt:bye\n\n^@');
      await expect.poll(() => writer.error).toBe('server.error');
      expect([writer.values('ERROR', 'receipt-id'), writer.receipts, started]).toEqual([['1'], [], ['1']]);
      expect(writer.bodies('ERROR')).toEqual(['The server failed. Please connect again later.']);
      expect([writer.end?.code, errors]).toEqual([1011, [failure]]);
    },
  );
});

describe('STOMP 1.2, "RECEIPT"', () => {
  it('RT-06 is sent for every client frame that asks, once it was processed', () => {
    const client = bench().client().connect('1.2');
    client.say('SUBSCRIBE\nid:0\ndestination:/a\nreceipt:1\n\n^@', 'BEGIN\ntransaction:t\nreceipt:2\n\n^@');
    client.say('SEND\ndestination:/b\ntransaction:t\nreceipt:3\n\n^@', 'COMMIT\ntransaction:t\nreceipt:4\n\n^@');
    client.say('BEGIN\ntransaction:t\n\n^@', 'ABORT\ntransaction:t\nreceipt:5\n\n^@');
    client.say('UNSUBSCRIBE\nid:0\nreceipt:6\\c\\\\\n\n^@', 'DISCONNECT\nreceipt:7\n\n^@');
    expect(client.receipts).toEqual(['1', '2', '3', '4', '5', '6:\\', '7']);
  });

  it('is replaced by the ERROR that a hook throws', () => {
    const { client, errors } = bench({
      onSend: () => {
        throw new StompError('send.refused', 'Not now.');
      },
    });
    expect(client().connect('1.2').say('SEND\ndestination:/b\n\n^@').error).toBe('send.refused');
    expect(errors).toEqual([]);
  });

  it('is not sent to a closed connection, and a late failure is still reported', async () => {
    const sending = Promise.withResolvers<void>();
    const { client, errors } = bench({ onSend: () => sending.promise });
    const writer = client().connect('1.2').say('SEND\ndestination:/b\nreceipt:r\n\n^@');
    writer.session.closed();
    sending.reject(new Error('late'));
    await expect.poll(() => errors).toEqual([new Error('late')]);
    expect(writer.frames.map(({ command }) => command)).toEqual(['CONNECTED']);
    expect(writer.end).toBeUndefined();
  });
});
