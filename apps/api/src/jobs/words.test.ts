import { expect, it } from 'vitest';
import { DeliveryError } from '../adapters/delivery-error.ts';
import { providerWords } from './words.ts';

it.each([
  [
    'smtp: EENVELOPE RCPT TO 550',
    '550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown',
    'smtp: EENVELOPE RCPT TO 550: 550 5.1.1 <…>: Recipient address rejected: User unknown',
  ],
  [
    'twilio: 400 21211',
    "The 'To' number +380671234567 is not valid",
    "twilio: 400 21211: The 'To' number … is not valid",
  ],
  [
    'webhook: 400',
    '{"to":"380 67 123 45 67","text":"482913 is your code"}',
    'webhook: 400: {"to":"…","text":"… is your code"}',
  ],
  ['webhook: 503', 'down\n\u0000 for maintenance', 'webhook: 503: down for maintenance'],
  ['smtp: ETIMEDOUT', undefined, 'smtp: ETIMEDOUT'],
])('the words of a provider keep the codes and the text of %s, and no recipient', (message, detail, words) => {
  const error = new DeliveryError(message, { permanent: false, detail });
  expect(providerWords(error, 'ada@example.org')).toBe(words);
});

it('the words of a provider are at most 300 characters long', () => {
  const error = new DeliveryError('webhook: 500', { permanent: false, detail: 'no '.repeat(500) });
  expect(providerWords(error, '+380671234567')).toHaveLength(300);
});
