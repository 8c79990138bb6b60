import { expect, it } from 'vitest';
import { dateOf } from './plain-page.ts';

// This test fails in UTC: the console and the site showed the next day.
it('shows the day of the award’s time zone', () => {
  const lateInKyiv = '2026-11-24T22:30:00.000Z';
  expect(dateOf(lateInKyiv, 'en')).toBe(`<time datetime="${lateInKyiv}">25 November 2026</time>`);
  expect(dateOf(lateInKyiv, 'uk')).toContain('25 листопада 2026');
});
