import type { Review } from '../screens/reviews/types.ts';

export const AT = '2026-11-24T19:42:00.000Z';
export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
/** A waiting name of the queue. */
export const review = (number: number, given: Partial<Review> = {}): Review => ({
  id: idOf(number),
  tag: `name.${number}`,
  submittedAt: AT,
  expiresAt: AT,
  proofCode: null,
  tries: 1,
  otherAccounts: 0,
  taken: false,
  account: {
    id: idOf(900 + number),
    email: 'v***a@example.org',
    language: 'en',
    createdAt: AT,
    emailProven: true,
    twoFactorReady: true,
    phoneProven: true,
    telegramProven: false,
    suspended: false,
  },
  ...given,
});
