import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from './bytes.ts';
import { VERSIONS } from './frame.ts';
import { bench, text } from './testing/harness.ts';

describe('publish', () => {
  it('builds one frame for all subscriptions with the same terms', () => {
    const { broker, client } = bench();
    const subscribe = 'SUBSCRIBE\nid:sub-0\ndestination:/a\n\n^@';
    const same = Array.from({ length: 5 }, () => client().connect('1.2').say(subscribe));
    const older = client().connect('1.1').say(subscribe);
    const manual = client().connect('1.2').say('SUBSCRIBE\nid:sub-0\ndestination:/a\nack:client\n\n^@');
    expect(broker.publish('/a', text('x'))).toBe(7);
    const frames = same.map((reader) => reader.writes.at(-1));
    expect(new Set(frames).size).toBe(1);
    expect(older.writes.at(-1)).not.toBe(frames[0]);
    expect(manual.writes.at(-1)).not.toBe(frames[0]);
  });

  it('RT-06 uses each message-id once within a session', () => {
    const { broker, client } = bench();
    const reader = client().connect('1.2').say('SUBSCRIBE\nid:0\ndestination:/a\n\n^@');
    for (let round = 0; round < 50; round++) broker.publish('/a', text('x'));
    expect(new Set(reader.values('MESSAGE', 'message-id')).size).toBe(50);
  });

  it.each(VERSIONS)('RT-06 carries any octets in %s', (version) => {
    const { broker, client } = bench();
    const body = Uint8Array.from({ length: 256 }, (_, octet) => octet);
    const reader = client().connect(version).say('SUBSCRIBE\nid:0\ndestination:/a\n\n^@');
    broker.publish('/a', { body, contentType: 'application/octet-stream' });
    broker.publish('/a', { body: '', contentType: 'text/plain' });
    expect(reader.of('MESSAGE').map((frame) => frame.body)).toEqual([body, new Uint8Array(0)]);
  });

  it('returns 0 for a topic without subscribers', () => {
    const { broker } = bench();
    expect(broker.hasSubscribers('/a')).toBe(false);
    expect(broker.publish('/a', { body: encodeUtf8('x'), contentType: 'text/plain' })).toBe(0);
  });

  it('can send in parts, and skips connections that end meanwhile', () => {
    const { broker, client } = bench();
    const readers = Array.from({ length: 5 }, () =>
      client().connect('1.2').say('SUBSCRIBE\nid:0\ndestination:/a\n\n^@'),
    );
    const parts = broker.publishing('/a', text('x'), 2);
    expect(parts.next().value).toBe(2);
    expect(readers.map((reader) => reader.bodies().length)).toEqual([1, 1, 0, 0, 0]);
    readers[2]?.session.closed();
    expect([...parts]).toEqual([2, 0]);
    expect(readers.map((reader) => reader.bodies().length)).toEqual([1, 1, 0, 1, 1]);
    expect([...broker.publishing('/b', text('x'), 2)]).toEqual([]);
  });

  it('continues when a connection ends while it sends', () => {
    const { broker, client } = bench();
    const readers = Array.from({ length: 4 }, () =>
      client().connect('1.2').say('SUBSCRIBE\nid:0\ndestination:/a\n\n^@'),
    );
    const [first, second] = readers;
    if (first === undefined || second === undefined) throw new Error('no readers');
    const send = first.send.bind(first);
    first.send = (bytes, kind) => {
      second.session.closed();
      send(bytes, kind);
    };
    expect(broker.publish('/a', text('x'))).toBe(3);
    expect(second.bodies()).toEqual([]);
    expect(readers[3]?.bodies()).toEqual(['x']);
  });
});
