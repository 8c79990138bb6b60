// @vitest-environment happy-dom

import { TELEGRAM_LINK_TTL_MS } from '@laurel/contracts/limits';
import { expect, it, vi } from 'vitest';
import { stored } from '../../../lib/stored.ts';
import { refusal } from '../../../testing/failures.ts';
import { page, showStep } from '../../../testing/person.tsx';
import { ok, startStep } from '../../../testing/step.ts';
import { PhoneModal } from './phone-modal.tsx';

const NOW = new Date('2025-11-20T18:00:00Z').getTime();
const REQUEST = 'POST /users/request-phone-contact';
const LINK = 'https://t.me/laurel_test_bot?start=event-1';
const SHARE = 'Share my number in Telegram';
const [onVerified, onBegun] = [vi.fn(), vi.fn()];
const given = ok({ code: 'event-1', link: LINK, expiresAt: '2025-11-20T18:30:00.000Z' });
const { answers, bodies, fill, pass, press } = startStep(() => ({ [REQUEST]: given }), NOW, 0);

const open = (contact = { verified: false, onBegun }) => {
  const rest = { phoneNumber: '+380671234567', blockedRegions: [], steps: 4, onVerified, onExpired: vi.fn() };
  return showStep(<PhoneModal {...rest} contact={contact} />);
};
const botLink = () => document.querySelector('a[href^="https://t.me"]')?.getAttribute('href');

it('the number in Telegram needs a second factor if the last one is too old, then a link that is followed', async () => {
  answers[REQUEST] = refusal('otp.invalid');
  await open();
  await press(SHARE);
  expect(page.title()).toBe('First, a code from the app');
  answers[REQUEST] = given;
  await fill({ 'Code from the app': '123456' });
  expect(bodies('/users/request-phone-contact').at(-1)).toEqual({ otpCode: '123456' });
  expect([botLink(), onBegun.mock.calls]).toEqual([LINK, [[{ eventId: 'event-1', proofCode: undefined }]]]);
  expect(stored.telegramLink.read()).toEqual({ link: LINK, expiresAt: NOW + TELEGRAM_LINK_TTL_MS });
  await pass(TELEGRAM_LINK_TTL_MS);
  expect(botLink()).toBeUndefined();
});

it('the number in Telegram says why there is no link, or that there is nothing left to confirm', async () => {
  answers[REQUEST] = refusal('social.attempts');
  await open();
  await press(SHARE);
  expect([page.news('alert').length, onVerified.mock.calls.length]).toEqual([1, 0]);
  answers[REQUEST] = refusal('phone.already_verified');
  await press(SHARE);
  expect(onVerified).toHaveBeenCalledTimes(1);
});
