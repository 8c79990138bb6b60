import { describe, expect, it } from 'vitest';
import { StompBroker } from './broker.ts';
import { decodeUtf8 } from './bytes.ts';
import { VERSIONS } from './frame.ts';
import { bench, START_MS, subscribe, TestClient, text } from './testing/harness.ts';

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

  it('RT-06 sends nothing after ABORT or DISCONNECT, nor after a lost connection', () => {
    const { client, sent } = bench();
    const [aborting, leaving, lost] = [1, 2, 3].map(() => client().connect('1.2').say(begin, send('1')));
    expect(aborting?.say('ABORT\ntransaction:t\n\n^@', begin, commit).end).toBeUndefined();
    leaving?.say('DISCONNECT\n\n^@', commit);
    lost?.session.closed();
    lost?.say(commit);
    expect(sent).toEqual([]);
  });

  it('RT-06 separates the transactions of a connection, and connections', () => {
    const { client, sent } = bench();
    const writer = client().connect('1.2').say(begin, 'BEGIN\ntransaction:u\n\n^@', send('t'), send('u', 'u'));
    writer.say('COMMIT\ntransaction:u\n\n^@');
    expect(sent.map(({ body }) => decodeUtf8(body))).toEqual(['u']);
    expect(client().connect('1.2').say(commit).error).toBe('transaction.unknown');
  });

  it('RT-07 discards the whole transaction when a SEND is refused', () => {
    const { client, sent } = bench();
    const writer = client()
      .connect('1.2')
      .say(begin, send('fine'), send('not', 't', '/topic/a'), commit);
    expect([writer.error, sent]).toEqual(['send.refused', []]);
  });

  it('RT-06 passes the whole transaction to onCommit and sends one receipt afterwards', async () => {
    const committing = Promise.withResolvers<void>();
    const taken: string[][] = [];
    const { client, sent } = bench({
      onCommit: (operations) => {
        taken.push(operations.map(({ kind }) => kind));
        return committing.promise;
      },
    });
    const writer = client().connect('1.2').say(begin, send('1'), send('2'), 'COMMIT\ntransaction:t\nreceipt:r\n\n^@');
    expect([taken, writer.receipts, sent]).toEqual([[['send', 'send']], [], []]);
    committing.resolve();
    await expect.poll(() => writer.receipts).toEqual(['r']);
  });

  it('RT-06 acknowledges nothing of a transaction that fails', async () => {
    const { broker, client, left, errors } = bench({ onCommit: () => Promise.reject(new Error('down')) });
    const writer = client()
      .connect('1.2')
      .say(subscribe('s', '/a', 'client'));
    broker.publish('/a', text('x'));
    writer.say(begin, 'ACK\nid:1@s\ntransaction:t\n\n^@', 'COMMIT\ntransaction:t\nreceipt:r\n\n^@');
    await expect.poll(() => writer.error).toBe('server.error');
    expect(writer.values('ERROR', 'receipt-id')).toEqual(['r']);
    expect([left, errors]).toEqual([['s 1'], [new Error('down')]]);
  });

  it('RT-06 refuses BEGIN without onCommit', () => {
    const hooks = {
      authorizeSubscribe: () => ({ ok: true }) as const,
      authorizeSend: () => ({ ok: true }) as const,
      onSend: () => undefined,
      onError: () => undefined,
    };
    const refused = new TestClient(new StompBroker<string>({ hooks }, START_MS), 'client').connect('1.2').say(begin);
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

  it.each([
    [32, 'frames', 'x'],
    [4, 'frames of 8,000 octets', 'x'.repeat(8_000)],
  ])('RT-07 allow %i %s in all open transactions, and count none that has ended', (most, _what, body) => {
    const { client, sent } = bench();
    const writer = client().connect('1.2').say(begin);
    for (let index = 0; index < most; index++) writer.say(send(body));
    writer.say(commit, begin, 'BEGIN\ntransaction:u\n\n^@');
    for (let index = 0; index < most / 2; index++) writer.say(send(body), send(body, 'u'));
    expect([writer.end, sent.length]).toEqual([undefined, most]);
    expect(writer.say(send(body, 'u')).error).toBe('transaction.limit');
  });
});
