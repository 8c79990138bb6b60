import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from './bytes.ts';
import { StompError } from './errors.ts';
import { VERSIONS } from './frame.ts';
import type { BrokerHooks, PolicyResult } from './hooks.ts';
import { bench, deferred, text } from './testing/harness.ts';

describe('STOMP 1.2, "SEND"', () => {
  it.each(VERSIONS)('RT-06 passes destination, headers and body to onSend in %s', (version) => {
    const { client, sent } = bench();
    client().connect(version, '').say('SEND\ndestination:/app/chat/1\nmine:x\n\n{"a":1}^@');
    expect(sent.map(({ destination, body, headers }) => [destination, decodeUtf8(body), headers.get('mine')])).toEqual([
      ['/app/chat/1', '{"a":1}', 'x'],
    ]);
  });

  it('RT-06 forwards user-defined headers to MESSAGE, but not those of the protocol', () => {
    const { broker, client } = bench(
      {},
      {
        onSend: ({ body, headers }) => {
          broker.publish('/topic/a', { body, contentType: headers.get('content-type') ?? 'text/plain', headers });
        },
      },
    );
    const reader = client().connect('1.1').say('SUBSCRIBE\nid:0\ndestination:/topic/a\n\n^@');
    const writer = client().connect('1.2');
    writer.say('SEND\ndestination:/app/a\nreceipt:r\nack:z\nmessage-id:9\ncontent-type:text/x\nmine:a\\cb\n\nhi^@');
    expect(Object.fromEntries(reader.of('MESSAGE')[0]?.headers ?? [])).toEqual({
      subscription: '0',
      'message-id': '1',
      destination: '/topic/a',
      'content-type': 'text/x',
      'content-length': '2',
      mine: 'a:b',
    });
  });

  it('RT-07 refuses a SEND to a topic with an ERROR, and subscribers get nothing', () => {
    const { client, sent } = bench();
    const reader = client().connect('1.2').say('SUBSCRIBE\nid:0\ndestination:/topic/statistics\n\n^@');
    const writer = client().connect('1.2').say('SEND\ndestination:/topic/statistics\nreceipt:r\n\n[]^@');
    expect(writer.error).toBe('send.refused');
    expect(writer.values('ERROR', 'receipt-id')).toEqual(['r']);
    expect(writer.end?.code).toBe(1008);
    expect(sent).toEqual([]);
    expect(reader.of('MESSAGE')).toEqual([]);
  });

  it('RT-01 can be answered to the subscriptions of the sender only', () => {
    const counts: number[] = [];
    const onSend: BrokerHooks<string>['onSend'] = (_message, connection) => {
      counts.push(connection.send('/topic/a', text('status')));
    };
    const authorizeSubscribe: BrokerHooks<string>['authorizeSubscribe'] = (_destination, connection) => {
      if (connection.context !== 'waiting') return { ok: true };
      // Its subscription has not begun yet.
      counts.push(connection.send('/topic/a', text('too early')));
      return deferred<PolicyResult>().promise;
    };
    const { client } = bench({}, { onSend, authorizeSubscribe });
    const subscribe = 'SUBSCRIBE\nid:0\ndestination:/topic/a\n\n^@';
    const sender = client('sender').connect('1.2').say(subscribe, 'SUBSCRIBE\nid:1\ndestination:/topic/b\n\n^@');
    const other = client('other').connect('1.2').say(subscribe);
    const waiting = client('waiting').connect('1.2').say(subscribe);
    sender.say('SEND\ndestination:/app/a\n\n^@');
    expect(sender.bodies()).toEqual(['status']);
    expect(sender.values('MESSAGE', 'subscription')).toEqual(['0']);
    expect([...other.bodies(), ...waiting.bodies()]).toEqual([]);
    expect(counts).toEqual([0, 1]);
  });
});

describe('frames of one connection', () => {
  const send = (body: string): string => `SEND\ndestination:/b\nreceipt:${body}\n\n${body}^@`;

  it('RT-06 reach asynchronous hooks in the order they were sent', async () => {
    const delays: Record<string, number> = { 1: 3, 2: 1, 3: 2 };
    const done: string[] = [];
    const { client } = bench(
      {},
      {
        onSend: async ({ body }) => {
          const name = decodeUtf8(body) ?? '';
          for (let turn = 0; turn < (delays[name] ?? 0); turn++) await new Promise(setImmediate);
          done.push(name);
        },
      },
    );
    const writer = client()
      .connect('1.2')
      .say(send('1') + send('2'), send('3'));
    await expect.poll(() => writer.values('RECEIPT', 'receipt-id')).toEqual(['1', '2', '3']);
    expect(done).toEqual(['1', '2', '3']);
  });

  it('RT-06 do not delay other connections', async () => {
    const slow = deferred<void>();
    const { client } = bench(
      {},
      { onSend: (_message, { context }) => (context === 'slow' ? slow.promise : undefined) },
    );
    const waiting = client('slow').connect('1.2').say(send('1'));
    const quick = client('quick').connect('1.2').say(send('2'));
    expect(quick.values('RECEIPT', 'receipt-id')).toEqual(['2']);
    slow.resolve();
    await expect.poll(() => waiting.values('RECEIPT', 'receipt-id')).toEqual(['1']);
  });

  it.each(['DISCONNECT\nreceipt:bye\n\n^@', 'nonsense\n'])(
    'RT-06 are answered before the connection ends with %j',
    async (last) => {
      const sending = deferred<void>();
      const { client } = bench({}, { onSend: () => sending.promise });
      const writer = client().connect('1.2').say(send('1'), send('2'), last, send('never'));
      expect([writer.of('RECEIPT'), writer.of('ERROR'), writer.end]).toEqual([[], [], undefined]);
      sending.resolve();
      await expect.poll(() => writer.end).toBeDefined();
      const disconnected = last.startsWith('DISCONNECT');
      expect(writer.values('RECEIPT', 'receipt-id')).toEqual(['1', '2', ...(disconnected ? ['bye'] : [])]);
      expect(writer.error).toBe(disconnected ? undefined : 'frame.unknown_command');
      expect(writer.end?.code).toBe(disconnected ? 1000 : 1002);
    },
  );

  it('RT-06 stop at the first failure: later frames are not processed and get no receipt', async () => {
    const started: (string | undefined)[] = [];
    const sending = deferred<void>();
    const { client } = bench(
      {},
      {
        onSend: ({ body }) => {
          started.push(decodeUtf8(body));
          return sending.promise;
        },
      },
    );
    const writer = client().connect('1.2').say(send('1'), send('2'), 'DISCONNECT\nreceipt:bye\n\n^@');
    sending.reject(new Error('down'));
    await expect.poll(() => writer.error).toBe('server.error');
    expect(writer.values('ERROR', 'receipt-id')).toEqual(['1']);
    expect(writer.of('RECEIPT')).toEqual([]);
    expect(started).toEqual(['1']);
  });
});

describe('STOMP 1.2, "RECEIPT"', () => {
  it('RT-06 is sent for every client frame that asks, once it was processed', () => {
    const client = bench().client().connect('1.2');
    client.say('SUBSCRIBE\nid:0\ndestination:/a\nreceipt:1\n\n^@', 'BEGIN\ntransaction:t\nreceipt:2\n\n^@');
    client.say('SEND\ndestination:/b\ntransaction:t\nreceipt:3\n\n^@', 'COMMIT\ntransaction:t\nreceipt:4\n\n^@');
    client.say('BEGIN\ntransaction:t\n\n^@', 'ABORT\ntransaction:t\nreceipt:5\n\n^@');
    client.say('UNSUBSCRIBE\nid:0\nreceipt:6\\c\\\\\n\n^@', 'DISCONNECT\nreceipt:7\n\n^@');
    expect(client.values('RECEIPT', 'receipt-id')).toEqual(['1', '2', '3', '4', '5', '6:\\', '7']);
  });

  it('RT-06 waits for an asynchronous SEND, and so do the later frames', async () => {
    const sending = deferred<void>();
    const { client } = bench({}, { onSend: () => sending.promise });
    const writer = client().connect('1.2').say('SEND\ndestination:/b\nreceipt:slow\n\n^@');
    writer.say('BEGIN\ntransaction:t\nreceipt:quick\n\n^@');
    expect(writer.of('RECEIPT')).toEqual([]);
    sending.resolve();
    await expect.poll(() => writer.values('RECEIPT', 'receipt-id')).toEqual(['slow', 'quick']);
  });

  it('RT-06 is replaced by an ERROR with the same id if the SEND fails', async () => {
    const { client, errors } = bench({}, { onSend: () => Promise.reject(new Error('down')) });
    const writer = client().connect('1.2').say('SEND\ndestination:/b\nreceipt:r\n\n^@');
    await expect.poll(() => writer.error).toBe('server.error');
    expect(writer.values('ERROR', 'receipt-id')).toEqual(['r']);
    expect(errors).toEqual([new Error('down')]);
  });

  it('is replaced by the ERROR that a hook throws', () => {
    const { client, errors } = bench(
      {},
      {
        onSend: () => {
          throw new StompError('send.refused', 'Not now.');
        },
      },
    );
    expect(client().connect('1.2').say('SEND\ndestination:/b\n\n^@').error).toBe('send.refused');
    expect(errors).toEqual([]);
  });

  it('is not sent to a closed connection, and a late failure is still reported', async () => {
    const sending = deferred<void>();
    const { client, errors } = bench({}, { onSend: () => sending.promise });
    const writer = client().connect('1.2').say('SEND\ndestination:/b\nreceipt:r\n\n^@');
    writer.session.closed();
    sending.reject(new Error('late'));
    await expect.poll(() => errors).toEqual([new Error('late')]);
    expect(writer.frames.map(({ command }) => command)).toEqual(['CONNECTED']);
    expect(writer.end).toBeUndefined();
  });
});
