import { expect, it } from 'vitest';
import { volumeFinding, warmUpPlan } from './mail-volume.ts';

it('a warm-up doubles each day, until a mail to every voter fits', () => {
  expect(warmUpPlan(150)).toEqual([150]);
  expect(warmUpPlan(200)).toEqual([200]);
  expect(warmUpPlan(2_000)).toEqual([200, 400, 800, 1600, 2000]);
  expect(warmUpPlan(20_000)).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 20_000]);
  const large = warmUpPlan(500_000);
  expect([large.length, large.at(-1)]).toEqual([13, 500_000]);
});

it('the rules for large senders are named from 5,000 mails a day on', () => {
  expect(volumeFinding(5_000).detail).toContain('have more rules above 5,000 a day');
  expect(volumeFinding(5_001).detail).toMatch(
    /above 5,000 a day Google, Microsoft and Yahoo refuse mails without SPF, DKIM and DMARC\.\n.*200, 400, .*, 5,001 on day 1 to 6/,
  );
});
