import { describe, expect, it } from 'vitest';
import { heldBytes } from './frame.ts';
import type { PolicyResult } from './hooks.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { TokenBucket } from './rate.ts';
import { bench, deferred, START_MS, text } from './testing/harness.ts';

const subscribe = 'SUBSCRIBE\nid:s\ndestination:/a\n\n^@';

describe('the limits of one connection', () => {
  it('RT-07 allow one burst of frames after a long silence, and no more', () => {
    const rate = new TokenBucket(10, 20, START_MS);
    const hour = START_MS + 3_600_000;
    for (let index = 0; index < 20; index++) expect(rate.take(1, hour)).toBe(true);
    expect(rate.take(1, hour)).toBe(false);
    expect(rate.take(1, hour + 100)).toBe(true);
    expect(rate.take(1, hour + 100)).toBe(false);
  });

  it('RT-07 allow exactly maxBufferedBytes unsent octets', () => {
    const { broker, client } = bench();
    const reader = client().connect('1.2').say(subscribe);
    reader.buffered = DEFAULT_LIMITS.maxBufferedBytes;
    expect(broker.publish('/a', text('fits'))).toBe(1);
    reader.buffered += 1;
    expect(broker.publish('/a', text('does not'))).toBe(0);
    expect([reader.bodies(), reader.error]).toEqual([['fits'], 'consumer.slow']);
  });

  it('RT-07 count header names, header values and the body', () => {
    expect(heldBytes({ headers: new Map([['name', 'value']]), body: new Uint8Array(3) })).toBe(12);
  });

  it('RT-07 release a subscription that is allowed after its connection has ended', async () => {
    const policy = deferred<PolicyResult>();
    const left: string[] = [];
    const { broker, client } = bench(
      {},
      { authorizeSubscribe: () => policy.promise, onUnsubscribe: ({ destination }) => void left.push(destination) },
    );
    const reader = client().connect('1.2').say(subscribe);
    reader.session.closed();
    policy.resolve({ ok: true });
    await policy.promise;
    await new Promise((resolve) => setImmediate(resolve));
    // The subscription never began, so onUnsubscribe is not called.
    expect([[...broker.topicKeys()], broker.hasSubscribers('/a'), left]).toEqual([[], false, []]);
  });
});

describe('STOMP 1.2, "Heart-beating"', () => {
  it('RT-04 offers the interval that the server sends, then the one it wants, and 0 for none', () => {
    const offered = (heartBeat: { sends: number; wants: number }) =>
      bench({ heartBeat, tickMs: 1_000 }).client().connect('1.2').values('CONNECTED', 'heart-beat');
    expect(offered({ sends: 5_000, wants: 20_000 })).toEqual(['5000,20000']);
    expect(offered({ sends: 0, wants: 20_000 })).toEqual(['0,20000']);
    expect(offered({ sends: 5_000, wants: 0 })).toEqual(['5000,0']);
    expect(offered({ sends: 10, wants: 999 })).toEqual(['1000,1000']);
  });
});
