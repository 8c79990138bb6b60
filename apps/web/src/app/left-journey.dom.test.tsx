// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasLeftStep } from '../features/journey/left-step.ts';
import { startI18n } from '../i18n/i18n.ts';
import { clearStorage } from '../lib/storage.ts';
import { stored } from '../lib/stored.ts';
import { closeModal, useModals } from '../modals/store.ts';
import { cleanUp } from '../testing/clean-up.ts';
import { inPage } from '../testing/page.tsx';
import { page, person } from '../testing/person.tsx';
import { act, render } from '../testing/render.tsx';
import ProgressPill from './progress-pill.tsx';

const SETUP = { requestKey: 'key', qrCode: 'otpauth://totp/x?secret=y' };

let shown: Awaited<ReturnType<typeof render>>;
const open = async (language: 'en' | 'uk' = 'en') => {
  await startI18n(language);
  shown = await render(inPage(<ProgressPill />));
};
beforeEach(clearStorage);
afterEach(cleanUp);

describe('a journey that was left before its login', () => {
  it.each([
    ['en', 'Finish: step 1 of 4'],
    ['uk', 'Завершити: крок 1 з 4'],
  ] as const)('continues with the code from the email, %s', async (language, text) => {
    stored.requestId.write('request');
    stored.signupData.write({ email: 'ada@example.org' });
    await open(language);
    await person.press(text);
    expect(useModals.getState().current).toEqual({ type: 'emailOtp', props: { email: 'ada@example.org' } });
  });

  it('LG-03 continues also if only the phone is known, with which a new code can be requested', async () => {
    stored.requestId.write('request');
    stored.signupData.write({ phoneNumber: '+380671234567' });
    await open();
    await person.press('Finish: step 1 of 4');
    expect(useModals.getState().current).toEqual({ type: 'emailOtp', props: { email: '+380671234567' } });
  });

  it('continues with the authenticator', async () => {
    stored.twoFactorSetup.write(SETUP);
    await open();
    await person.press('Finish: step 2 of 4');
    expect(useModals.getState().current).toEqual({ type: 'twoFactorSetup', props: SETUP });
  });

  it('follows the step: after the code from the email it continues with the authenticator', async () => {
    stored.requestId.write('request');
    await open();
    stored.requestId.remove();
    stored.twoFactorSetup.write(SETUP);
    await act(closeModal);
    expect(page.buttons()).toEqual(['Finish: step 2 of 4']);
  });

  it('is found by its stored values, and shows nothing if they are invalid', async () => {
    expect(hasLeftStep()).toBe(false);
    localStorage.setItem('twoFactorSetup', '{}');
    expect(hasLeftStep()).toBe(true);
    await open();
    expect(shown.container.textContent).toBe('');
  });
});
