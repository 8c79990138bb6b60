// @vitest-environment happy-dom

import { SMS_COOLDOWN_MS } from '@laurel/contracts/limits';
import { describe, expect, it } from 'vitest';
import { stored } from '../../../lib/stored.ts';
import { refusal } from '../../../testing/failures.ts';
import { page, showStep } from '../../../testing/person.tsx';
import { startStep } from '../../../testing/step.ts';
import { PhoneModal } from './phone-modal.tsx';

const PHONE = '+380671234567';
const REQUEST = 'POST /users/request-phone-verify';
const BY_SMS = 'Send it by SMS instead';
const { answers, bodies, pass, press, times } = startStep(undefined, undefined, 0);

const open = async () => {
  const never = async () => undefined;
  await showStep(<PhoneModal phoneNumber={PHONE} blockedRegions={[]} steps={4} onVerified={never} onExpired={never} />);
  await pass();
};

describe('a code that may go by another channel', () => {
  const CHECK = 'GET /users/check-phone';
  const by = (channel: string, next: string | null) => ({
    body: { success: true, data: { code: 'request-1' }, metadata: { channel, next } },
  });
  const checked = (delivery: string) =>
    refusal('phone.unverified', { metadata: { delivery, channel: 'telegram', next: 'sms' } });

  it('PH-01 names its channel, and offers the next one after a while', async () => {
    answers[REQUEST] = by('telegram', 'sms');
    answers[CHECK] = checked('sent');
    await open();
    await press('Send the code');
    expect(page.title()).toBe('Enter the code from Telegram');
    expect(page.buttons()).not.toContain(BY_SMS);
    await pass(20_000);
    answers[REQUEST] = by('sms', null);
    await press(BY_SMS);
    expect(bodies('/users/request-phone-verify').at(-1)).toEqual({ phoneNumber: PHONE, channel: 'sms' });
    expect(page.title()).toBe('Enter the code from the SMS');
    const asked = times('/users/check-phone');
    await pass(60_000);
    expect([times('/users/check-phone'), page.buttons().includes(BY_SMS)]).toEqual([asked, false]);
  });

  it('offers the next one at once when the message failed, also after a reload', async () => {
    stored.requestKey.write('request-1');
    stored.phoneTimerEnd.write(Date.now() + SMS_COOLDOWN_MS);
    answers[CHECK] = checked('queued');
    await open();
    expect([page.title(), page.buttons().includes(BY_SMS)]).toEqual(['Enter the code from Telegram', false]);
    answers[CHECK] = checked('failed');
    await pass(5_000);
    expect([page.news('alert'), page.buttons().includes(BY_SMS)]).toEqual([['The code could not be delivered'], true]);
  });

  it('has no offer of a channel that this release does not know', async () => {
    answers[REQUEST] = by('pigeon', 'carrier');
    await open();
    await press('Send the code');
    await pass(20_000);
    expect([page.title(), page.buttons()[1]]).toEqual(['Enter the code from the SMS', 'Use a different number']);
  });
});
