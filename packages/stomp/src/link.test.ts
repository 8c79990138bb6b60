import { describe, expect, it } from 'vitest';
import { bench, START_MS, text } from './testing/harness.ts';

describe('STOMP 1.2, "Heart-beating", with a test clock', () => {
  it('RT-04 sends a line feed before 10 s without data have passed, and at no other time', () => {
    const { broker, client } = bench();
    const reader = client().connect('1.2', 'heart-beat:0,10000\n').say('SUBSCRIBE\nid:0\ndestination:/a\n\n^@');
    broker.tick(START_MS + 8_000);
    expect(reader.heartBeats).toBe(0);
    broker.tick(START_MS + 9_000);
    expect(reader.heartBeats).toBe(1);
    broker.tick(START_MS + 17_000);
    broker.publish('/a', text('data is a sign of life too'));
    broker.tick(START_MS + 25_000);
    expect(reader.heartBeats).toBe(1);
    broker.tick(START_MS + 26_000);
    expect(reader.heartBeats).toBe(2);
  });

  it('RT-04 ends a connection without heart-beats for two intervals', () => {
    const { broker, client } = bench();
    const alive = client().connect('1.1', 'heart-beat:10000,0\n');
    const dead = client().connect('1.2', 'heart-beat:10000,0\n');
    for (let second = 1; second <= 20; second++) {
      broker.tick(START_MS + second * 1_000);
      if (second % 10 === 0) alive.say('\n');
    }
    expect(dead.end).toBeUndefined();
    broker.tick(START_MS + 21_000);
    expect(dead.error).toBe('heartbeat.lost');
    expect(dead.end).toEqual({ code: 1002, reason: 'heartbeat.lost' });
    expect(alive.end).toBeUndefined();
  });

  it.each([200, 1_000])('RT-04 raises an interval of %i ms to the tick of a second', (beat) => {
    const { broker, client } = bench({ heartBeat: { sends: beat, wants: beat } });
    const peer = client().connect('1.2', `heart-beat:${beat},${beat}\n`);
    const [sends, wants] = (peer.values('CONNECTED', 'heart-beat')[0] ?? '').split(',').map(Number);
    if (sends === undefined || wants === undefined) throw new Error('no heart-beat was agreed on');
    expect(wants).toBe(1_000);
    for (let tick = 1; tick <= 5; tick++) {
      broker.tick(START_MS + tick * 1_000);
      expect(peer.heartBeats).toBeGreaterThanOrEqual(Math.floor((tick * 1_000) / sends));
      peer.say('\n');
    }
    expect(peer.end).toBeUndefined();
  });

  it('RT-06 accepts any octets as a sign of life, including a part of a frame', () => {
    const { broker, client } = bench();
    const slow = client().connect('1.2', 'heart-beat:10000,0\n');
    for (const [index, part] of ['SEND\n', 'destination:/app/a\n', '\n', 'x', '^@'].entries()) {
      broker.tick(START_MS + (index + 1) * 15_000);
      slow.say(part);
    }
    expect(slow.end).toBeUndefined();
  });

  it.each([
    ['1.2', ''],
    ['1.2', 'heart-beat:0,0\n'],
    ['1.0', 'heart-beat:1000,1000\n'],
  ] as const)('RT-06 neither sends nor expects any in %s with %j', (version, header) => {
    const { broker, client } = bench();
    const reader = client().connect(version, header);
    broker.tick(START_MS + 1e7);
    expect(reader.heartBeats).toBe(0);
    expect(reader.end).toBeUndefined();
  });
});

describe('a slow consumer', () => {
  const limits = { highWaterBytes: 1_000, maxBufferedBytes: 4_000, slowGraceMs: 5_000 };

  it('RT-07 is disconnected with an ERROR when it stays above the high water mark', () => {
    const { broker, client } = bench({ limits });
    const slow = client().connect('1.2');
    const recovering = client().connect('1.2');
    slow.buffered = 1_001;
    recovering.buffered = 1_001;
    broker.tick(START_MS + 1_000);
    broker.tick(START_MS + 5_999);
    expect(slow.end).toBeUndefined();
    recovering.buffered = 0;
    broker.tick(START_MS + 5_999);
    recovering.buffered = 1_001;
    broker.tick(START_MS + 6_000);
    expect(slow.error).toBe('consumer.slow');
    expect(slow.end).toEqual({ code: 1008, reason: 'consumer.slow' });
    expect(recovering.end).toBeUndefined();
  });

  it('RT-07 is disconnected at once above its limit, while other consumers get every message', () => {
    const { broker, client, closed } = bench({ limits });
    const subscribe = 'SUBSCRIBE\nid:0\ndestination:/a\n\n^@';
    const slow = client().connect('1.2').say(subscribe);
    const quick = client().connect('1.2').say(subscribe);
    // The network accepts nothing.
    const unsent = (): number => slow.writes.reduce((sum, bytes) => sum + bytes.length, 0);
    const body = 'x'.repeat(500);
    for (let round = 0; round < 100; round++) {
      slow.buffered = unsent();
      broker.publish('/a', text(body));
    }
    expect(slow.error).toBe('consumer.slow');
    expect(closed).toEqual(['consumer.slow']);
    expect(slow.of('MESSAGE').length).toBeLessThan(10);
    expect(unsent()).toBeLessThan(limits.maxBufferedBytes + 1_000);
    expect(quick.of('MESSAGE')).toHaveLength(100);
    expect(broker.connections).toBe(1);
  });
});

describe('an outbound that throws', () => {
  it('ends only its own connection', () => {
    const { broker, client, errors } = bench();
    const broken = client().connect('1.2', 'heart-beat:0,10000\n').say('SUBSCRIBE\nid:0\ndestination:/a\n\n^@');
    const sound = client().connect('1.2').say('SUBSCRIBE\nid:0\ndestination:/a\n\n^@');
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
