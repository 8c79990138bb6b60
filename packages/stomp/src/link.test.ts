import { describe, expect, it } from 'vitest';
import type { Version } from './frame.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { HeartBeatOffer } from './negotiation.ts';
import { bench, START_MS, subscribe, text } from './testing/harness.ts';

describe('STOMP 1.2, "Heart-beating", with a test clock', () => {
  const standard: HeartBeatOffer = { sends: 10_000, wants: 10_000 };

  // The server sends one tick early, and waits for two intervals.
  it.each<[Version, string, HeartBeatOffer, string | undefined, number | undefined, number | undefined]>([
    ['1.2', 'heart-beat:10000,10000\n', standard, '10000,10000', 9, 21],
    ['1.1', 'heart-beat:10000,10000\n', standard, '10000,10000', 9, 21],
    ['1.2', 'heart-beat:1,1\n', standard, '10000,10000', 9, 21],
    ['1.2', 'heart-beat:0,30000\n', standard, '10000,10000', 29, undefined],
    ['1.2', 'heart-beat:20000,0\n', standard, '10000,10000', undefined, 41],
    ['1.2', 'heart-beat:0,0\n', standard, '10000,10000', undefined, undefined],
    ['1.2', '', standard, '10000,10000', undefined, undefined],
    ['1.0', 'heart-beat:1000,1000\n', standard, undefined, undefined, undefined],
    ['1.2', 'heart-beat:1,1\n', { sends: 5_000, wants: 20_000 }, '5000,20000', 4, 41],
    ['1.2', 'heart-beat:1,1\n', { sends: 0, wants: 20_000 }, '0,20000', undefined, 41],
    ['1.2', 'heart-beat:1,1\n', { sends: 5_000, wants: 0 }, '5000,0', 4, undefined],
    ['1.2', 'heart-beat:200,200\n', { sends: 200, wants: 999 }, '1000,1000', 1, 3],
  ])(
    'RT-04 in %s with %j and %j offers %s, beats after %s s and waits %s s',
    (version, header, heartBeat, ...expected) => {
      const { broker, client } = bench({}, { heartBeat });
      const peer = client().connect(version, header);
      let beats: number | undefined;
      let lost: number | undefined;
      for (let second = 1; second <= 100; second++) {
        broker.tick(START_MS + second * 1_000);
        if (peer.heartBeats > 0) beats ??= second;
        if (peer.error === 'heartbeat.lost') lost ??= second;
      }
      expect([...peer.values('CONNECTED', 'heart-beat'), beats, lost]).toEqual(expected);
      if (lost !== undefined) expect(peer.end).toEqual({ code: 1002, reason: 'heartbeat.lost' });
    },
  );

  it.each(['', '1', '1,', ',1', '1,2,3', '-1,0', '1, 2', `${'9'.repeat(11)},0`])(
    'RT-06 refuses heart-beat %j',
    (value) => {
      expect(bench().client().connect('1.2', `heart-beat:${value}\n`).error).toBe('header.invalid');
    },
  );

  it('RT-04 sends a line feed only after 10 s without data', () => {
    const { broker, client } = bench();
    const reader = client().connect('1.2', 'heart-beat:0,10000\n').say(subscribe());
    broker.tick(START_MS + 9_000);
    broker.tick(START_MS + 17_000);
    broker.publish('/a', text('data is a sign of life too'));
    broker.tick(START_MS + 25_000);
    expect(reader.heartBeats).toBe(1);
    broker.tick(START_MS + 26_000);
    expect(reader.heartBeats).toBe(2);
  });

  it('RT-06 accepts any octets as a sign of life, including a part of a frame', () => {
    const { broker, client } = bench();
    const slow = client().connect('1.2', 'heart-beat:10000,0\n');
    for (const [index, part] of ['SEND\n', 'destination:/app/a\n', '\n', 'x', '^@', '\n'].entries()) {
      broker.tick(START_MS + (index + 1) * 15_000);
      slow.say(part);
    }
    expect(slow.end).toBeUndefined();
  });
});

describe('a slow consumer', () => {
  const limits = { highWaterBytes: 1_000, maxBufferedBytes: 4_000, slowGraceMs: 5_000 };

  it('RT-07 is disconnected with an ERROR when it stays above the high water mark', () => {
    const { broker, client } = bench({}, { limits });
    const slow = client().connect('1.2');
    const recovering = client().connect('1.2');
    slow.buffered = 1_001;
    recovering.buffered = 1_001;
    broker.tick(START_MS + 1_000);
    broker.tick(START_MS + 5_999);
    expect(slow.end).toBeUndefined();
    recovering.buffered = 1_000;
    broker.tick(START_MS + 5_999);
    recovering.buffered = 1_001;
    broker.tick(START_MS + 6_000);
    expect(slow.error).toBe('consumer.slow');
    expect(slow.end).toEqual({ code: 1008, reason: 'consumer.slow' });
    expect(recovering.end).toBeUndefined();
  });

  it('RT-07 is disconnected at once above its limit, while other consumers get every message', () => {
    const { broker, client, closed } = bench();
    const slow = client().connect('1.2').say(subscribe());
    const quick = client().connect('1.2').say(subscribe());
    slow.buffered = DEFAULT_LIMITS.maxBufferedBytes;
    expect(broker.publish('/a', text('fits'))).toBe(2);
    slow.buffered += 1;
    expect(broker.publish('/a', text('does not'))).toBe(1);
    expect([slow.bodies(), slow.error, closed]).toEqual([['fits'], 'consumer.slow', ['consumer.slow']]);
    expect([quick.bodies(), broker.connections]).toEqual([['fits', 'does not'], 1]);
  });
});

describe('an outbound that throws', () => {
  it('ends only its own connection', () => {
    const { broker, client, errors } = bench();
    const broken = client().connect('1.2').say(subscribe());
    const sound = client().connect('1.2').say(subscribe());
    broken.send = () => {
      throw new Error('EPIPE');
    };
    expect(broker.publish('/a', text('x'))).toBe(1);
    expect(sound.bodies()).toEqual(['x']);
    expect(broken.end?.code).toBe(1011);
    expect(errors).toEqual([new Error('EPIPE')]);
    expect(broker.connections).toBe(1);
  });

  it('causes no exception in receive, tick and close', () => {
    const { broker, client, errors } = bench();
    const clients = [client(), client().connect('1.2')];
    for (const broken of clients) {
      broken.bufferedAmount = () => {
        throw new Error('gone');
      };
      broken.close = () => {
        throw new Error('already closed');
      };
    }
    clients[0]?.connect('1.2');
    broker.tick(START_MS + 1_000);
    expect(errors).toHaveLength(4);
    expect(broker.connections).toBe(0);
  });
});
