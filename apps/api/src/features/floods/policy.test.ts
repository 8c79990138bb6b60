import type { Proof } from '@laurel/contracts/proof';
import { describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { checkTerms, costOf, DECAY_MS, levelOf, limitOf, loadAt, networksOf, SITE, sharedFrom } from './policy.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

describe('a decaying count', () => {
  it('is about a third after five minutes, and almost 0 after an hour', () => {
    const counted = { load: 1_000, at: now };
    expect(loadAt(counted, now)).toBe(1_000);
    expect(loadAt(counted, after(now, DECAY_MS))).toBeCloseTo(1_000 / Math.E);
    expect(loadAt(counted, after(now, 60 * 60_000))).toBeLessThan(0.01);
  });

  it('does not grow when the clock is behind', () => {
    expect(loadAt({ load: 10, at: after(now, 5_000) }, now)).toBe(10);
  });

  it('is the number of requests in five minutes at a steady rate', () => {
    let counted = { load: 0, at: now };
    for (let second = 1; second <= 3_600; second += 1) {
      const at = after(now, second * 1_000);
      counted = { load: loadAt(counted, at) + 2, at };
    }
    expect(counted.load).toBeGreaterThan(580);
    expect(counted.load).toBeLessThan(620);
  });

  it.each([
    [1, 2],
    [5, 2],
    [50, 6],
  ])('of a network with a limit of %i is shared from %i on', (limit, from) => {
    expect(sharedFrom(limit)).toBe(from);
  });
});

describe('the level of a flood', () => {
  it.each([
    [0, 0],
    [49, 0],
    [50, 1],
    [100, 1],
    [199, 1],
    [200, 2],
    [400, 3],
    [800, 4],
    [1_000_000, 4],
  ])('with a load of %i and a limit of 100 is %i', (load, level) => {
    expect(levelOf(load, 100)).toBe(level);
  });

  it('doubles the cost of a challenge', () => {
    expect([1, 2, 3, 4].map(costOf)).toEqual([4_000, 8_000, 16_000, 32_000]);
  });
});

describe('the networks of a request', () => {
  it.each([
    ['192.0.2.1', ['192.0.2.1']],
    ['2001:db8:1:2::/64', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ])('from %s are %j', (network, networks) => {
    expect(networksOf(network)).toEqual(networks);
  });

  it.each([
    [SITE, 100],
    ['192.0.2.1', 5],
    ['2001:db8:1:2::/64', 5],
    ['2001:db8:1::/48', 20],
  ])('have limits: that of %j is %i', (network, limit) => {
    const rule = { site: 100, network: 5 };
    expect(limitOf({ register: rule, login: rule, mail: rule, sms: rule }, 'login', network)).toBe(limit);
  });
});

describe('the terms of a proof', () => {
  const NOW_S = now.getTime() / 1_000;
  const proof = (level: number, expiresAt: number): Proof => ({
    challenge: {
      parameters: {
        algorithm: 'PBKDF2/SHA-256',
        nonce: '',
        salt: '',
        cost: 1,
        keyLength: 32,
        keyPrefix: '',
        expiresAt,
        data: { work: 'login', level },
      },
      signature: '',
    },
    solution: { counter: 0, derivedKey: '' },
  });

  it.each([
    ['of the required level', undefined, proof(3, NOW_S + 1), 'login'],
    ['of one level below', undefined, proof(2, NOW_S + 1), 'login'],
    ['of two levels below', 'too_easy', proof(1, NOW_S + 1), 'login'],
    ['at the second of its expiry', 'expired', proof(3, NOW_S), 'login'],
    ['for other work', 'other_work', proof(3, NOW_S + 1), 'mail'],
  ] as const)('%s give the rejection %s', (_what, rejection, given, work) => {
    expect(checkTerms(given, { work, level: 3 }, now)).toBe(rejection);
  });
});
