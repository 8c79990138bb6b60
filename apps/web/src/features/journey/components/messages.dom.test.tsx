// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { stored } from '../../../lib/stored.ts';
import { refusal } from '../../../testing/failures.ts';
import type { FakeAnswer } from '../../../testing/fake-api.ts';
import { startModals } from '../../../testing/modals.tsx';
import { act } from '../../../testing/render.tsx';
import { SCREENS, type Screen } from '../../../testing/screens.ts';

const { show, api } = startModals();
const said = () => document.querySelector('[role=dialog]')?.textContent?.replace(/\s+/g, ' ');

const UNEXPECTED: FakeAnswer = { status: 500, body: 'nothing that could be read' };
const CODE = 'Could not check the code. Please try again in a few minutes.';
const INVALID = 'Invalid code. Please make sure the code you entered is valid.';

// The texts of all refusals are tested beside failure-text.ts, and when the server sends them in its own tests.
it.each<[keyof typeof SCREENS, FakeAnswer, string]>([
  ['signup', UNEXPECTED, 'Failed to complete registration. Please try again in a few minutes'],
  ['login', UNEXPECTED, 'Could not log you in. Please try again in a few minutes.'],
  ['setup', UNEXPECTED, INVALID],
  ['secondFactor', UNEXPECTED, 'Could not log you in. Please try again in a few minutes.'],
  ['emailCode', UNEXPECTED, CODE],
  ['phoneRequest', UNEXPECTED, 'Could not send the code. Please try again in a few minutes.'],
  ['phoneRequestWithCode', refusal('otp.invalid'), '2FA code is invalid or expired'],
  ['phoneConfirm', UNEXPECTED, CODE],
  ['phoneConfirm', refusal('phone_code.expired'), 'This code has expired. Ask for a new one.'],
  ['phoneCheck', refusal('phone.unverified'), 'Your phone number isn’t confirmed yet.'],
  ['phoneCheck', UNEXPECTED, CODE],
  ['social', UNEXPECTED, 'Could not submit the verification. Please try again in a few minutes.'],
  ['social', refusal('social.attempts'), 'You have no attempts left for now. Contact support and we’ll help.'],
  ['vote', UNEXPECTED, 'Could not record your vote. Please try again in a few minutes.'],
  ['vote', refusal('vote.exists'), 'Each category allows only one vote'],
  ['vote', refusal('phone.unverified', { and: ['social.unverified'] }), 'connect at least one social account to vote'],
])('the screen %s says what it could not do, or why: %j', async (screen, given, text) => {
  const { call, request, press, reach }: Screen = SCREENS[screen];
  const { answers } = api();
  stored.requestId.write('request-1');
  answers['POST /users/request-phone-verify'] = { body: { success: true, data: { code: 'request-1' } } };
  answers['GET /vote/my-votes'] = { body: [] };
  await show(request);
  await reach?.(answers);
  answers[call] = given;
  await press('en');
  // A message for both steps goes by itself, and a vote in doubt is looked for three times before the message.
  for (let waitedMs = 0; waitedMs < 10_000 && !said()?.includes(text); waitedMs += 500) {
    await act(() => vi.advanceTimersByTimeAsync(waitedMs === 0 ? 10 : 500));
  }
  expect(said()).toContain(text);
});
