import { describe, expect, it } from 'vitest';
import { createClientAddress } from './client-address.ts';
import { CLIENT_ADDRESS_PAUSE_MS } from './limits.ts';

/** The address by lookups with these results, one after the other, on a clock that the test moves. */
const withLookups = (...results: (string | undefined)[]) => {
  let time = 5_000;
  let lookups = 0;
  const address = createClientAddress(
    async () => {
      lookups += 1;
      return results.shift();
    },
    () => time,
  );
  return { address, lookups: () => lookups, advance: (ms: number) => (time += ms) };
};

describe('the client’s address', () => {
  it('RO-02 is looked up once, also by calls at once', async () => {
    const { address, lookups, advance } = withLookups('203.0.113.7');
    expect(await Promise.all([address(), address()])).toEqual(['203.0.113.7', '203.0.113.7']);
    advance(10 * CLIENT_ADDRESS_PAUSE_MS);
    expect(await address()).toBe('203.0.113.7');
    expect(lookups()).toBe(1);
  });

  it('RO-02 is looked up again after a failure, but not before a pause', async () => {
    const { address, lookups, advance } = withLookups(undefined, undefined, '203.0.113.7');
    expect(await Promise.all([address(), address()])).toEqual([undefined, undefined]);
    advance(CLIENT_ADDRESS_PAUSE_MS - 1);
    expect(await address()).toBeUndefined();
    expect(lookups()).toBe(1);
    advance(1);
    expect(await address()).toBeUndefined();
    expect(await address()).toBeUndefined();
    expect(lookups()).toBe(2);
    advance(CLIENT_ADDRESS_PAUSE_MS);
    expect(await address()).toBe('203.0.113.7');
    expect(lookups()).toBe(3);
  });
});
