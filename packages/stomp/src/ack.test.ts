import { describe, expect, it } from 'vitest';
import type { Version } from './frame.ts';
import { VERSIONS } from './frame.ts';
import type { AckMode } from './hooks.ts';
import type { Bench, TestClient } from './testing/harness.ts';
import { bench, text } from './testing/harness.ts';

function reading(version: Version, ack: AckMode, count: number): { setting: Bench; reader: TestClient } {
  const setting = bench();
  const reader = setting.client().connect(version);
  reader.say(`SUBSCRIBE\nid:s\ndestination:/a\nack:${ack}\n\n^@`);
  for (let index = 0; index < count; index++) setting.broker.publish('/a', text(String(index)));
  return { setting, reader };
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

describe('STOMP 1.2, "ACK", "NACK" and "SUBSCRIBE ack Header"', () => {
  it('RT-06 a MESSAGE has an ack header only in 1.2 and only if an ACK is required', () => {
    expect(reading('1.2', 'client', 1).reader.values('MESSAGE', 'ack')).toEqual(['1@s']);
    expect(reading('1.2', 'auto', 1).reader.values('MESSAGE', 'ack')).toEqual([undefined]);
    expect(reading('1.1', 'client', 1).reader.values('MESSAGE', 'ack')).toEqual([undefined]);
  });

  it.each(VERSIONS)('RT-06 client mode is cumulative in %s', (version) => {
    const { setting, reader } = reading(version, 'client', 4);
    reader.say(acknowledge(reader, 1), acknowledge(reader, 2));
    expect(setting.acknowledged).toEqual(['ack s 1,2', 'ack s 3']);
    expect(reader.end).toBeUndefined();
  });

  it.each(['1.1', '1.2'] as const)('RT-06 client-individual mode is not cumulative in %s', (version) => {
    const { setting, reader } = reading(version, 'client-individual', 3);
    reader.say(acknowledge(reader, 2), acknowledge(reader, 0, 'NACK'), acknowledge(reader, 1));
    expect(setting.acknowledged).toEqual(['ack s 3', 'nack s 1', 'ack s 2']);
  });

  it.each(['1.1', '1.2'] as const)('RT-06 a NACK in client mode covers all earlier messages, in %s', (version) => {
    const { setting, reader } = reading(version, 'client', 2);
    reader.say(acknowledge(reader, 1, 'NACK'));
    expect(setting.acknowledged).toEqual(['nack s 1,2']);
  });

  it.each(VERSIONS)('RT-06 an ACK of a message that a later ACK covered is ignored in %s', (version) => {
    const { setting, reader } = reading(version, 'client', 3);
    reader.say(acknowledge(reader, 2), acknowledge(reader, 0, 'ACK', 'receipt:r\n'), acknowledge(reader, 2));
    expect(reader.values('RECEIPT', 'receipt-id')).toEqual(['r']);
    expect(reader.end).toBeUndefined();
    expect(setting.acknowledged).toEqual(['ack s 1,2,3']);
  });

  it.each(VERSIONS)('RT-06 an ACK in auto mode is ignored in %s', (version) => {
    const { setting, reader } = reading(version, 'auto', 1);
    reader.say(acknowledge(reader, 0, 'ACK', 'receipt:r\n'));
    expect(reader.values('RECEIPT', 'receipt-id')).toEqual(['r']);
    expect(reader.end).toBeUndefined();
    expect(setting.acknowledged).toEqual([]);
  });

  it.each(VERSIONS)('RT-06 an ACK after UNSUBSCRIBE is ignored in %s', (version) => {
    const { setting, reader } = reading(version, 'client', 1);
    reader.say('UNSUBSCRIBE\nid:s\n\n^@', acknowledge(reader, 0, 'ACK', 'receipt:r\n'));
    expect(reader.values('RECEIPT', 'receipt-id')).toEqual(['r']);
    expect(reader.end).toBeUndefined();
    expect(setting.acknowledged).toEqual([]);
  });

  it('RT-06 distinguishes two subscriptions to one destination', () => {
    const { setting, reader } = reading('1.2', 'client', 0);
    reader.say('SUBSCRIBE\nid:t\ndestination:/a\nack:client\n\n^@');
    setting.broker.publish('/a', text('x'));
    expect(reader.values('MESSAGE', 'message-id')).toEqual(['1', '1']);
    expect(reader.values('MESSAGE', 'ack')).toEqual(['1@s', '1@t']);
    reader.say('ACK\nid:1@t\n\n^@', 'ACK\nid:1@s\n\n^@');
    expect(setting.acknowledged).toEqual(['ack t 1', 'ack s 1']);
  });

  it.each([
    ['1.2', 'ACK\nmessage-id:1\nsubscription:s\n\n^@'],
    ['1.1', 'ACK\nmessage-id:1\n\n^@'],
    ['1.1', 'ACK\nsubscription:s\n\n^@'],
    ['1.0', 'ACK\n\n^@'],
  ] as const)('RT-06 in %s answers %j with header.missing', (version, frame) => {
    const { reader } = reading(version, 'client', 1);
    expect(reader.say(frame).error).toBe('header.missing');
  });

  it.each([
    ['1.2', 'ACK\nid:1\nreceipt:r\n\n^@'],
    ['1.2', 'ACK\nid:1@x\nreceipt:r\n\n^@'],
    ['1.1', 'NACK\nsubscription:s\nmessage-id:7\nreceipt:r\n\n^@'],
    ['1.0', 'ACK\nmessage-id:7\nreceipt:r\n\n^@'],
  ] as const)('RT-06 in %s ignores %j, which names no pending message', (version, frame) => {
    const { setting, reader } = reading(version, 'client', 1);
    reader.say(frame);
    expect(reader.values('RECEIPT', 'receipt-id')).toEqual(['r']);
    expect(reader.end).toBeUndefined();
    expect(setting.acknowledged).toEqual([]);
  });

  it('RT-07 ends a connection with too many unacknowledged messages', () => {
    const { setting, reader } = reading('1.2', 'client', 256);
    const other = setting.client().connect('1.2').say('SUBSCRIBE\nid:s\ndestination:/a\n\n^@');
    expect(reader.end).toBeUndefined();
    expect(setting.broker.publish('/a', text('one more'))).toBe(1);
    expect(reader.error).toBe('ack.limit');
    expect(other.bodies()).toEqual(['one more']);
  });
});

describe('STOMP 1.2, "BEGIN", "COMMIT" and "ABORT"', () => {
  it('RT-06 an ACK in a transaction takes effect at COMMIT, and never after ABORT', () => {
    const { setting, reader } = reading('1.2', 'client', 1);
    const ack = acknowledge(reader, 0, 'ACK', 'transaction:t\n');
    reader.say('BEGIN\ntransaction:t\n\n^@', ack, 'ABORT\ntransaction:t\n\n^@');
    reader.say('BEGIN\ntransaction:t\n\n^@', ack);
    expect(setting.acknowledged).toEqual([]);
    reader.say('COMMIT\ntransaction:t\n\n^@', acknowledge(reader, 0));
    expect(setting.acknowledged).toEqual(['ack s 1']);
    expect(reader.end).toBeUndefined();
  });

  it('RT-06 ignores an ACK whose message was acknowledged before COMMIT', () => {
    const { setting, reader } = reading('1.2', 'client', 2);
    reader.say('BEGIN\ntransaction:t\n\n^@', acknowledge(reader, 0, 'ACK', 'transaction:t\n'), acknowledge(reader, 0));
    reader.say('COMMIT\ntransaction:t\nreceipt:r\n\n^@', acknowledge(reader, 1));
    expect(reader.values('RECEIPT', 'receipt-id')).toEqual(['r']);
    expect(setting.acknowledged).toEqual(['ack s 1', 'ack s 2']);
    expect(reader.end).toBeUndefined();
  });

  it('RT-06 acknowledges each message once if several frames of a transaction cover it', () => {
    const { setting, reader } = reading('1.2', 'client', 3);
    const bound = [acknowledge(reader, 0, 'ACK', 'transaction:t\n'), acknowledge(reader, 2, 'NACK', 'transaction:t\n')];
    reader.say('BEGIN\ntransaction:t\n\n^@', ...bound, 'COMMIT\ntransaction:t\n\n^@');
    expect(setting.acknowledged).toEqual(['ack s 1', 'nack s 2,3']);
  });

  it.each(['UNSUBSCRIBE\nid:s\n\n^@', 'UNSUBSCRIBE\nid:s\n\n^@SUBSCRIBE\nid:s\ndestination:/a\nack:client\n\n^@'])(
    'RT-06 an ACK in a transaction has no effect if its subscription ends before COMMIT',
    (meanwhile) => {
      const left: string[] = [];
      const { broker, client, acknowledged } = bench(
        {},
        { onUnsubscribe: ({ unacknowledged }) => void left.push(...unacknowledged) },
      );
      const reader = client().connect('1.2').say('SUBSCRIBE\nid:s\ndestination:/a\nack:client\n\n^@');
      broker.publish('/a', text('x'));
      reader.say('BEGIN\ntransaction:t\n\n^@ACK\nid:1@s\ntransaction:t\n\n^@', meanwhile);
      // Another consumer may have the unacknowledged message by now.
      expect(left).toEqual(['1']);
      reader.say('COMMIT\ntransaction:t\nreceipt:r\n\n^@');
      expect(reader.values('RECEIPT', 'receipt-id')).toEqual(['r']);
      expect([acknowledged, reader.end]).toEqual([[], undefined]);
    },
  );
});
