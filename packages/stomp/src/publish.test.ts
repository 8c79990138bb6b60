import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from './bytes.ts';
import { VERSIONS } from './frame.ts';
import type { Bench, TestClient } from './testing/harness.ts';
import { bench, subscribe, text } from './testing/harness.ts';

/** Clients that have subscribed to /a. */
const readersOf = ({ client }: Bench, count: number): TestClient[] =>
  Array.from({ length: count }, () => client().connect('1.2').say(subscribe()));

describe('publish', () => {
  it('builds one frame for all subscriptions with the same terms', () => {
    const setting = bench();
    const same = readersOf(setting, 5);
    const older = setting.client().connect('1.1').say(subscribe());
    const manual = setting
      .client()
      .connect('1.2')
      .say(subscribe('s', '/a', 'client'));
    expect(setting.broker.publish('/a', text('x'))).toBe(7);
    const frames = same.map((reader) => reader.writes.at(-1));
    expect(new Set(frames).size).toBe(1);
    expect(older.writes.at(-1)).not.toBe(frames[0]);
    expect(manual.writes.at(-1)).not.toBe(frames[0]);
  });

  it('RT-06 uses each message-id once within a session', () => {
    const { broker, client } = bench();
    const reader = client().connect('1.2').say(subscribe());
    for (let round = 0; round < 50; round++) broker.publish('/a', text('x'));
    expect(new Set(reader.values('MESSAGE', 'message-id')).size).toBe(50);
  });

  it.each(VERSIONS)('RT-06 carries any octets in %s', (version) => {
    const { broker, client } = bench();
    const body = Uint8Array.from({ length: 256 }, (_, octet) => octet);
    const reader = client().connect(version).say(subscribe());
    broker.publish('/a', { body, contentType: 'application/octet-stream' });
    broker.publish('/a', text(''));
    expect(reader.of('MESSAGE').map((frame) => frame.body)).toEqual([body, new Uint8Array(0)]);
  });

  it('returns 0 for a topic without subscribers', () => {
    const { broker } = bench();
    expect([broker.hasSubscribers('/a'), broker.publish('/a', text('x'))]).toEqual([false, 0]);
    expect([...broker.publishing('/a', text('x'), 2)]).toEqual([]);
  });

  it('can send in parts, and skips connections that end meanwhile', () => {
    const setting = bench();
    const readers = readersOf(setting, 5);
    const parts = setting.broker.publishing('/a', text('x'), 2);
    expect(parts.next().value).toBe(2);
    expect(readers.map((reader) => reader.bodies().length)).toEqual([1, 1, 0, 0, 0]);
    readers[2]?.session.closed();
    expect([...parts]).toEqual([2, 0]);
    expect(readers.map((reader) => reader.bodies().length)).toEqual([1, 1, 0, 1, 1]);
  });

  it('continues when a connection ends while it sends', () => {
    const setting = bench();
    const [first, second, third] = readersOf(setting, 3);
    const send = first?.send.bind(first);
    if (first === undefined) throw new Error('no reader');
    first.send = (bytes, kind) => {
      second?.session.closed();
      send?.(bytes, kind);
    };
    expect(setting.broker.publish('/a', text('x'))).toBe(2);
    expect([second?.bodies(), third?.bodies()]).toEqual([[], ['x']]);
  });
});

describe('the kind of WebSocket message', () => {
  const connect = 'CONNECT\naccept-version:1.2\nhost:laurel\n\n\0';
  const octets = Uint8Array.of(0xff, 0, 1);

  it.each(['text', 'binary'] as const)('is that of the client’s CONNECT: %s', (kind) => {
    const { broker, client } = bench();
    const reader = client();
    // A WebSocket ping has no octets and no kind.
    reader.session.receive(new Uint8Array(0), kind === 'text' ? 'binary' : 'text');
    reader.session.receive(encodeUtf8(connect), kind);
    // Some clients with binary messages send heart-beats as text.
    reader.session.receive('\n');
    reader.say(subscribe());
    broker.publish('/a', text('привіт'));
    reader.say('nonsense\n');
    expect(reader.frames.map(({ command }) => command)).toEqual(['CONNECTED', 'MESSAGE', 'ERROR']);
    expect(reader.kinds).toEqual([kind, kind, kind]);
  });

  it('is binary for octets that are not UTF-8, for every client', () => {
    const { broker, client } = bench();
    const reader = client();
    // A string is text, whatever the caller says.
    reader.session.receive(connect, 'binary');
    reader.say(subscribe());
    for (const body of [octets, encodeUtf8('текст'), octets.subarray(1)]) broker.publish('/a', { ...text(''), body });
    expect(reader.of('MESSAGE')).toHaveLength(3);
    expect(reader.kinds).toEqual(['text', 'binary', 'text', 'text']);
  });
});
