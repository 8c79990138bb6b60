import { describe, expect, it } from 'vitest';
import { sizesFor, smsInAll } from './sizing.ts';

describe('sizes for an audience', () => {
  it.each([
    [10, 100, 60, 30],
    [2_000, 250, 150, 30],
    [10_000, 1_300, 780, 130],
    [1_000_000, 130_000, 78_000, 13_000],
  ])('of %i: text messages an hour', (voters, hourly, country, network) => {
    expect(sizesFor(voters)).toMatchObject({
      SMS_HOURLY_BUDGET: hourly,
      SMS_COUNTRY_HOURLY_BUDGET: country,
      SMS_NETWORK_HOURLY_BUDGET: network,
    });
  });

  it('leave the limits for networks as they are up to 100,000 voters, then let them grow, twentyfold at most', () => {
    expect(sizesFor(100_000)).not.toHaveProperty('LIMITS_REGISTER_NETWORK_HOUR');
    expect(sizesFor(1_000_000)).toMatchObject({ LIMITS_REGISTER_NETWORK_HOUR: 2_000, LIMITS_SOCKETS_NETWORK: 2_000 });
    expect(sizesFor(100_000_000)).toMatchObject({ LIMITS_REGISTER_NETWORK_HOUR: 4_000 });
  });

  it('start a flood of text messages at the rate that uses up the hourly budget in 15 minutes', () => {
    expect(sizesFor(2_000)).toMatchObject({ LIMITS_FLOOD_SMS: 75 });
    expect(sizesFor(100_000)).toMatchObject({ LIMITS_FLOOD_SMS: 3_900 });
    expect(sizesFor(1_000_000)).toMatchObject({ LIMITS_FLOOD_REGISTER: 20_000, LIMITS_FLOOD_LOGIN_NETWORK: 3_000 });
  });

  it('keep a process serving during an upgrade', () => {
    expect([1, 99_999, 100_000].map((voters) => sizesFor(voters).APP_REPLICAS)).toEqual([2, 2, 3]);
  });

  it('say about how many text messages it takes in all', () => {
    expect(smsInAll(10_000)).toBe(13_000);
  });
});
