import { describe, expect, it } from 'vitest';
import { StompBroker } from './broker.ts';
import { decodeUtf8 } from './bytes.ts';
import { VERSIONS } from './frame.ts';
import { bench, deferred, START_MS, TestClient } from './testing/harness.ts';

const begin = 'BEGIN\ntransaction:t\n\n^@';
const commit = 'COMMIT\ntransaction:t\n\n^@';

function send(body: string, transaction = 't', destination = '/app/a'): string {
  return `SEND\ndestination:${destination}\ntransaction:${transaction}\n\n${body}^@`;
}

describe('STOMP 1.2, "BEGIN", "COMMIT" and "ABORT"', () => {
  it.each(VERSIONS)('RT-06 in %s sends at COMMIT, in order', (version) => {
    const { client, sent } = bench();
    const writer = client().connect(version).say(begin, send('1'), send('2'));
    writer.say('SEND\ndestination:/app/b\n\noutside^@');
    expect(sent.map(({ body }) => decodeUtf8(body))).toEqual(['outside']);
    writer.say(commit);
    expect(sent.map(({ body }) => decodeUtf8(body))).toEqual(['outside', '1', '2']);
    expect(writer.say(commit).error).toBe('transaction.unknown');
  });

  it('RT-06 sends nothing after ABORT', () => {
    const { client, sent } = bench();
    const writer = client().connect('1.2').say(begin, send('1'), 'ABORT\ntransaction:t\n\n^@', begin, commit);
    expect(sent).toEqual([]);
    expect(writer.end).toBeUndefined();
  });

  it('RT-06 aborts open transactions at DISCONNECT and when the connection is lost', () => {
    const { client, sent } = bench();
    client().connect('1.2').say(begin, send('1'), 'DISCONNECT\n\n^@', commit);
    const lost = client().connect('1.2').say(begin, send('1'));
    lost.session.closed();
    lost.say(commit);
    expect(sent).toEqual([]);
  });

  it('RT-06 separates the transactions of a connection, and connections', () => {
    const { client, sent } = bench();
    const writer = client().connect('1.2').say(begin, 'BEGIN\ntransaction:u\n\n^@', send('t'), send('u', 'u'));
    writer.say('COMMIT\ntransaction:u\n\n^@');
    expect(sent.map(({ body }) => decodeUtf8(body))).toEqual(['u']);
    expect(client().connect('1.2').say(commit).error).toBe('transaction.unknown');
  });

  it.each([
    ['transaction.exists', [begin, begin]],
    ['transaction.unknown', [send('x')]],
    ['transaction.unknown', ['ABORT\ntransaction:t\n\n^@']],
    ['header.missing', ['BEGIN\n\n^@']],
    ['header.missing', ['COMMIT\n\n^@']],
    ['header.missing', ['ABORT\n\n^@']],
  ])('RT-06 answers %s to %j', (code, frames) => {
    expect(
      bench()
        .client()
        .connect('1.2')
        .say(...frames).error,
    ).toBe(code);
  });

  it('RT-07 discards the whole transaction when a SEND is refused', () => {
    const { client, sent } = bench();
    const writer = client()
      .connect('1.2')
      .say(begin, send('fine'), send('not', 't', '/topic/a'), commit);
    expect(writer.error).toBe('send.refused');
    expect(sent).toEqual([]);
  });

  it('RT-06 passes the whole transaction to onCommit and sends one receipt afterwards', async () => {
    const committing = deferred<void>();
    const taken: (string | undefined)[][] = [];
    const { client, sent } = bench(
      {},
      {
        onCommit: (operations) => {
          taken.push(operations.map((each) => (each.kind === 'send' ? decodeUtf8(each.message.body) : each.kind)));
          return committing.promise;
        },
      },
    );
    const writer = client().connect('1.2').say(begin, send('1'), send('2'), 'COMMIT\ntransaction:t\nreceipt:r\n\n^@');
    expect(taken).toEqual([['1', '2']]);
    expect([writer.of('RECEIPT'), sent]).toEqual([[], []]);
    committing.resolve();
    await expect.poll(() => writer.values('RECEIPT', 'receipt-id')).toEqual(['r']);
  });

  it.each(['at once', 'later'])('RT-06 sends and acknowledges none of a transaction that fails %s', async (when) => {
    const { broker, client, sent, acknowledged, errors } = bench(
      {},
      {
        onCommit: () => {
          const failure = new Error('down');
          if (when === 'at once') throw failure;
          return Promise.reject(failure);
        },
        onUnsubscribe: ({ unacknowledged }) => void left.push(...unacknowledged),
      },
    );
    const left: string[] = [];
    const writer = client().connect('1.2').say('SUBSCRIBE\nid:s\ndestination:/a\nack:client\n\n^@');
    broker.publish('/a', { body: 'x', contentType: 'text/plain' });
    writer.say(begin, send('1'), 'ACK\nid:1@s\ntransaction:t\n\n^@', send('2'));
    writer.say('COMMIT\ntransaction:t\nreceipt:r\n\n^@');
    await expect.poll(() => writer.error).toBe('server.error');
    expect(writer.values('ERROR', 'receipt-id')).toEqual(['r']);
    expect([sent, acknowledged]).toEqual([[], []]);
    expect(left).toEqual(['1']);
    expect(errors).toEqual([new Error('down')]);
  });

  it('RT-06 refuses BEGIN without onCommit', () => {
    const hooks = {
      authorizeSubscribe: () => ({ ok: true }) as const,
      authorizeSend: () => ({ ok: true }) as const,
      onSend: () => undefined,
      onError: () => undefined,
    };
    const refused = new TestClient(new StompBroker<string>({ hooks }, START_MS)).connect('1.2').say(begin);
    expect(refused.error).toBe('transaction.refused');
  });
});

describe('the limits of transactions', () => {
  it('RT-07 allow four open transactions', () => {
    const writer = bench().client().connect('1.2');
    for (const id of ['a', 'b', 'c', 'd']) writer.say(`BEGIN\ntransaction:${id}\n\n^@`);
    expect(writer.end).toBeUndefined();
    expect(writer.say('BEGIN\ntransaction:e\n\n^@').error).toBe('transaction.limit');
  });

  it('RT-07 allow 32 frames in all open transactions', () => {
    const writer = bench().client().connect('1.2').say(begin, 'BEGIN\ntransaction:u\n\n^@');
    for (let index = 0; index < 16; index++) writer.say(send('x'), send('x', 'u'));
    expect(writer.end).toBeUndefined();
    expect(writer.say(send('x', 'u')).error).toBe('transaction.limit');
  });

  it('RT-07 allow 32,768 octets in all open transactions', () => {
    const writer = bench().client().connect('1.2').say(begin);
    const body = 'x'.repeat(8_000);
    for (let index = 0; index < 4; index++) writer.say(send(body));
    expect(writer.end).toBeUndefined();
    expect(writer.say(send(body)).error).toBe('transaction.limit');
  });

  it('RT-07 no longer count a transaction after COMMIT', () => {
    const { client, sent } = bench();
    const writer = client().connect('1.2');
    const body = 'x'.repeat(8_000);
    for (let round = 0; round < 5; round++) writer.say(begin, send(body), send(body), send(body), commit);
    expect(writer.end).toBeUndefined();
    expect(sent).toHaveLength(15);
  });
});
