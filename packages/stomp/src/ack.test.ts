import { describe, expect, it } from 'vitest';
import type { Version } from './frame.ts';
import { VERSIONS } from './frame.ts';
import type { AckMode, BrokerHooks } from './hooks.ts';
import type { Bench, TestClient } from './testing/harness.ts';
import { bench, subscribe, text } from './testing/harness.ts';

/** A client with a subscription `s` that was sent messages. */
function reading(
  version: Version,
  ack: AckMode,
  count: number,
  hooks: Partial<BrokerHooks<string>> = {},
): Bench & { reader: TestClient } {
  const setting = bench(hooks);
  const reader = setting
    .client()
    .connect(version)
    .say(subscribe('s', '/a', ack));
  for (let index = 0; index < count; index++) setting.broker.publish('/a', text(String(index)));
  return { ...setting, reader };
}

/** The ACK or NACK of the reader's nth message, built from the headers of that MESSAGE. */
function acknowledge(reader: TestClient, index: number, command: 'ACK' | 'NACK' = 'ACK', more = ''): string {
  const headers = reader.of('MESSAGE')[index]?.headers;
  const version = reader.session.version;
  const reference =
    version === '1.2'
      ? `id:${headers?.get('ack')}\n`
      : `message-id:${headers?.get('message-id')}\n${version === '1.1' ? 'subscription:s\n' : ''}`;
  return `${command}\n${reference}${more}\n^@`;
}

const begin = 'BEGIN\ntransaction:t\n\n^@';
const commit = 'COMMIT\ntransaction:t\nreceipt:r\n\n^@';
const within = 'transaction:t\n';

describe('STOMP 1.2, "ACK", "NACK" and "SUBSCRIBE ack Header"', () => {
  it.each([
    ['1.2', 'client', '1@s'],
    ['1.2', 'auto', undefined],
    ['1.1', 'client', undefined],
  ] as const)('RT-06 in %s and %s mode a MESSAGE has the ack header %s', (version, mode, ack) => {
    expect(reading(version, mode, 1).reader.values('MESSAGE', 'ack')).toEqual([ack]);
  });

  it.each(VERSIONS)('RT-06 client mode is cumulative in %s, and what a later ACK covered is ignored', (version) => {
    const { acknowledged, reader } = reading(version, 'client', 4);
    reader.say(acknowledge(reader, 1), acknowledge(reader, 2), acknowledge(reader, 0, 'ACK', 'receipt:r\n'));
    expect(acknowledged).toEqual(['ack s 1,2', 'ack s 3']);
    expect([reader.end, reader.receipts]).toEqual([undefined, ['r']]);
  });

  it.each(['1.1', '1.2'] as const)(
    'RT-06 client-individual mode is not cumulative in %s, NACK is like ACK',
    (version) => {
      const { acknowledged, reader } = reading(version, 'client-individual', 3);
      reader.say(acknowledge(reader, 2), acknowledge(reader, 0, 'NACK'), acknowledge(reader, 1));
      expect(acknowledged).toEqual(['ack s 3', 'nack s 1', 'ack s 2']);
      const cumulative = reading(version, 'client', 2);
      cumulative.reader.say(acknowledge(cumulative.reader, 1, 'NACK'));
      expect(cumulative.acknowledged).toEqual(['nack s 1,2']);
    },
  );

  it.each<[Version, AckMode, string]>([
    ['1.2', 'auto', 'ACK\nid:1@s\n'],
    ['1.1', 'auto', 'ACK\nsubscription:s\nmessage-id:1\n'],
    ['1.0', 'auto', 'ACK\nmessage-id:1\n'],
    ['1.2', 'client', 'UNSUBSCRIBE\nid:s\n\n^@ACK\nid:1@s\n'],
    ['1.0', 'client', 'UNSUBSCRIBE\nid:s\n\n^@ACK\nmessage-id:1\n'],
    ['1.2', 'client', 'ACK\nid:1\n'],
    ['1.2', 'client', 'ACK\nid:1@x\n'],
    ['1.1', 'client', 'NACK\nsubscription:s\nmessage-id:7\n'],
    ['1.0', 'client', 'ACK\nmessage-id:7\n'],
  ])('RT-06 in %s and %s mode ignores %j, which names no pending message', (version, mode, frame) => {
    const { acknowledged, reader } = reading(version, mode, 1);
    reader.say(`${frame}receipt:r\n\n^@`);
    expect([acknowledged, reader.end, reader.receipts]).toEqual([[], undefined, ['r']]);
  });

  it('RT-06 distinguishes two subscriptions to one destination', () => {
    const { broker, acknowledged, reader } = reading('1.2', 'client', 0);
    reader.say(subscribe('t', '/a', 'client'));
    broker.publish('/a', text('x'));
    expect(reader.values('MESSAGE', 'message-id')).toEqual(['1', '1']);
    expect(reader.values('MESSAGE', 'ack')).toEqual(['1@s', '1@t']);
    reader.say('ACK\nid:1@t\n\n^@', 'ACK\nid:1@s\n\n^@');
    expect(acknowledged).toEqual(['ack t 1', 'ack s 1']);
  });

  it('waits for its hook and takes effect only if that succeeds', async () => {
    const acknowledging = Promise.withResolvers<void>();
    const { left, reader } = reading('1.2', 'client', 1, { onAck: () => acknowledging.promise });
    reader.say('ACK\nid:1@s\nreceipt:r\n\n^@');
    expect(reader.receipts).toEqual([]);
    acknowledging.reject(new Error('down'));
    await expect.poll(() => reader.error).toBe('server.error');
    expect(left).toEqual(['s 1']);
  });

  it('RT-07 ends a connection with too many unacknowledged messages', () => {
    const { broker, client, reader } = reading('1.2', 'client', 256);
    const other = client().connect('1.2').say(subscribe());
    expect(reader.end).toBeUndefined();
    expect(broker.publish('/a', text('one more'))).toBe(1);
    expect(reader.error).toBe('ack.limit');
    expect(other.bodies()).toEqual(['one more']);
  });
});

describe('STOMP 1.2, "BEGIN", "COMMIT" and "ABORT"', () => {
  it('RT-06 an ACK in a transaction takes effect at COMMIT, and never after ABORT', () => {
    const { acknowledged, reader } = reading('1.2', 'client', 1);
    const ack = acknowledge(reader, 0, 'ACK', within);
    reader.say(begin, ack, 'ABORT\ntransaction:t\n\n^@', begin, ack);
    expect(acknowledged).toEqual([]);
    reader.say(commit, acknowledge(reader, 0));
    expect([acknowledged, reader.end]).toEqual([['ack s 1'], undefined]);
  });

  it('RT-06 ignores an ACK whose message was acknowledged before COMMIT', () => {
    const { acknowledged, reader } = reading('1.2', 'client', 2);
    reader.say(begin, acknowledge(reader, 0, 'ACK', within), acknowledge(reader, 0), commit, acknowledge(reader, 1));
    expect([acknowledged, reader.receipts, reader.end]).toEqual([['ack s 1', 'ack s 2'], ['r'], undefined]);
  });

  it('RT-06 acknowledges each message once if several frames of a transaction cover it', () => {
    const { acknowledged, reader } = reading('1.2', 'client', 3);
    reader.say(begin, acknowledge(reader, 0, 'ACK', within), acknowledge(reader, 2, 'NACK', within), commit);
    expect(acknowledged).toEqual(['ack s 1', 'nack s 2,3']);
  });

  it.each(['', subscribe('s', '/a', 'client')])(
    'RT-06 an ACK in a transaction has no effect if its subscription ends before COMMIT (then %j)',
    (again) => {
      const { acknowledged, left, reader } = reading('1.2', 'client', 1);
      reader.say(begin, acknowledge(reader, 0, 'ACK', within), `UNSUBSCRIBE\nid:s\n\n^@${again}`);
      // Another consumer may have the unacknowledged message by now.
      expect(left).toEqual(['s 1']);
      reader.say(commit);
      expect([acknowledged, reader.receipts, reader.end]).toEqual([[], ['r'], undefined]);
    },
  );
});
