// @vitest-environment happy-dom

import { SMS_COOLDOWN_MS } from '@laurel/contracts/limits';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stored } from '../../../lib/stored.ts';
import { refusal } from '../../../testing/failures.ts';
import { page, showStep } from '../../../testing/person.tsx';
import { ok, startStep } from '../../../testing/step.ts';
import { PhoneModal } from './phone-modal.tsx';

const NOW = new Date('2025-11-20T18:00:00Z').getTime();
const REQUEST = 'POST /users/request-phone-verify';
const CONFIRM = 'POST /users/confirm-phone-verify';
const CODE = 'Code from the SMS';
const onVerified = vi.fn();
const { answers, fill, pass, press, requests } = startStep(
  () => ({ [REQUEST]: 'no answer', [CONFIRM]: ok({ verified: true }) }),
  NOW,
  0,
);

const confirmWith = async (code: string) => {
  await fill({ [CODE]: code });
  return requests().at(-1)?.body;
};

beforeEach(async () => {
  await showStep(
    <PhoneModal
      phoneNumber="+380671234567"
      blockedRegions={[]}
      steps={4}
      onVerified={onVerified}
      onExpired={vi.fn()}
    />,
  );
  await pass();
});

// This test fails if the key in the refusal is not used: there is no field for the code that was sent.
describe('ER-05 a code whose response was lost', () => {
  it('PH-03 can be entered once the voter requests a code again, with the countdown of the server', async () => {
    await press('Send the code');
    expect([page.title(), page.news('alert').length]).toEqual(['Confirm your phone', 1]);
    answers[REQUEST] = refusal('phone.cooldown', {
      data: { code: 'request-1' },
      metadata: { retryAfterSeconds: 61 },
    });
    await press('Send the code');
    expect([page.title(), page.news('alert')]).toEqual(['Enter the code from the SMS', []]);
    expect(document.body.querySelector('[role=timer]')?.textContent).toBe('01:01');
    expect(await confirmWith('123456')).toEqual({ requestKey: 'request-1', code: '123456' });
    expect(onVerified).toHaveBeenCalledTimes(1);
  });

  it('PH-06 can be entered also if the hourly limit refuses another one, and the reason is shown', async () => {
    await press('Send the code');
    const metadata = { nextAllowedRequestAtHourly: '2025-11-20T19:00:00.000Z' };
    answers[REQUEST] = refusal('phone.hourly', { data: { code: 'request-2' }, metadata });
    await press('Send the code');
    expect(page.title()).toBe('Enter the code from the SMS');
    expect(page.news('alert').join()).toContain('You can ask for a code twice an hour.');
    // The step stays open in the next second; with an old key it would end.
    await pass(1_000);
    expect(await confirmWith('123456')).toEqual({ requestKey: 'request-2', code: '123456' });
  });

  it('PH-02 replaces the earlier one, and can be entered once the voter requests a code again', async () => {
    answers[REQUEST] = ok({ code: 'request-1' });
    await press('Send the code');
    await pass(SMS_COOLDOWN_MS);
    answers[REQUEST] = 'no answer';
    await press('Send the code again');
    expect([page.title(), stored.requestKey.read()]).toEqual(['Confirm your phone', undefined]);
    expect(page.news('alert').join()).toMatch(/^Connection Error/);
    answers[REQUEST] = refusal('phone.cooldown', {
      data: { code: 'request-2' },
      metadata: { retryAfterSeconds: 119 },
    });
    await press('Send the code');
    expect(page.title()).toBe('Enter the code from the SMS');
    expect(await confirmWith('123456')).toEqual({ requestKey: 'request-2', code: '123456' });
  });
});
