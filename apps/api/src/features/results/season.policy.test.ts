import { expect, it } from 'vitest';
import { daysOf, messagesOf } from './season.policy.ts';

it('has the people by step, and each day on which people signed up or voted', () => {
  const counts = [
    { day: '2026-11-01', kind: 'registered', count: 9 },
    { day: '2026-11-01', kind: 'email_verified', count: 7 },
    { day: '2026-11-02', kind: 'email_verified', count: 1 },
    { day: '2026-11-03', kind: 'votes', count: 12 },
    { day: '2026-11-03', kind: 'first_votes', count: 5 },
  ];
  const { funnel, days } = daysOf(counts);
  expect(days).toEqual([
    { day: '2026-11-01', votes: 0, voters: 0, registered: 9 },
    { day: '2026-11-03', votes: 12, voters: 5, registered: 0 },
  ]);
  expect(funnel.map(({ people }) => people)).toEqual([9, 8, 0, 0, 0, 5]);
});

it('has a row for each country, with the cost in each currency, and none where no price is known', () => {
  const sms = { kind: 'sms', failed: 1, sent: 10 } as const;
  expect(
    messagesOf([
      { ...sms, country: '380', currency: 'EUR', micros: 500_000 },
      { ...sms, country: '380', currency: '', micros: 0 },
      { ...sms, country: '48', currency: '', micros: 0 },
      { kind: 'mail', country: null, sent: 3, failed: 0, currency: '', micros: 0 },
    ]),
  ).toEqual([
    { kind: 'sms', country: '380', sent: 20, failed: 2, cost: [{ currency: 'EUR', micros: 500_000 }] },
    { kind: 'sms', country: '48', sent: 10, failed: 1, cost: [] },
    { kind: 'mail', country: null, sent: 3, failed: 0, cost: [] },
  ]);
});
