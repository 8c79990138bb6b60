// @vitest-environment happy-dom

import type { SecondFactorKind } from '@laurel/contracts/verification';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure, type FailureCode } from '../../../lib/failure.ts';
import { askForPasskey } from '../../../lib/passkey.ts';
import { refused } from '../../../testing/failures.ts';
import { page, person, showStep } from '../../../testing/person.tsx';
import { act } from '../../../testing/render.tsx';
import { startStep } from '../../../testing/step.ts';
import { TwoFactorSetupModal } from './setup-modal.tsx';
import { TwoFactorVerifyModal } from './verify-modal.tsx';

vi.mock('../../../lib/passkey.ts', () => ({ askForPasskey: vi.fn() }));

const CODES = ['MFRGGZDFMZ'];
const PASSKEY = { id: 'a passkey' };
const { fill, pass } = startStep();
const press = async (name: string) => {
  await person.press(name);
  await act(() => vi.dynamicImportSettled());
  await pass();
};
const fails = (code: FailureCode) => vi.mocked(askForPasskey).mockRejectedValueOnce(new ApiFailure([code], 0));
beforeEach(() => {
  vi.mocked(askForPasskey).mockReset().mockResolvedValue(PASSKEY);
});

describe('the choice of a second factor', () => {
  const [onProve, onDone] = [vi.fn(), vi.fn()];
  beforeEach(async () => {
    onProve.mockReset();
    await showStep(
      <TwoFactorSetupModal
        qrCode="otpauth://totp/Laurel:ada?secret=JBSWY3DPEHPK3PXP"
        passkeyFor="key"
        stores={{ appStore: 'https://apps.example', googlePlay: 'https://play.example' }}
        steps={4}
        site={{ awards: 'Awards 2025', address: 'https://vote.example' }}
        onProve={onProve}
        onStartAgain={vi.fn()}
        onCodes={vi.fn()}
        onDone={onDone}
      />,
    );
  });

  it('is the device in one press, then the backup codes', async () => {
    onProve.mockResolvedValueOnce({ backupCodes: CODES });
    await press('Use this device');
    expect(vi.mocked(askForPasskey).mock.calls).toEqual([['key']]);
    expect(onProve.mock.calls).toEqual([[{ passkey: PASSKEY }]]);
    expect([page.title(), page.news('status')]).toEqual(['Save your backup codes', ['Your login is protected now.']]);
  });

  it('is the app as before, and Back leads to the choice', async () => {
    await press('Use an authenticator app');
    expect(page.title()).toBe('Link your authenticator app');
    await press('Back');
    expect(page.title()).toBe('Protect your vote');
    await press('Use an authenticator app');
    await press('Continue');
    onProve.mockResolvedValueOnce({ backupCodes: [] });
    await fill({ 'Code from the app': '123456' });
    expect(onProve.mock.calls).toEqual([[{ otpCode: '123456' }]]);
  });

  it.each<[FailureCode, RegExp]>([
    ['passkey.unused', /^Nothing was confirmed/],
    ['passkey.known', /already has a passkey/],
    ['passkey.unsupported', /^This browser can’t do this/],
    ['otp.invalid', /^This was not accepted/],
  ])('says in words why the device is not set up (%s), and may be made again', async (code, text) => {
    fails(code);
    await press('Use this device');
    expect([page.news('alert'), onProve.mock.calls.length]).toEqual([[expect.stringMatching(text)], 0]);
    await press('Use this device');
    expect(onProve).toHaveBeenCalledTimes(1);
  });
});

describe('a login on a new device', () => {
  const onProve = vi.fn();
  const open = (factors: readonly SecondFactorKind[]) =>
    showStep(<TwoFactorVerifyModal requestKey="key" factors={[...factors]} onProve={onProve} onStartAgain={vi.fn()} />);
  beforeEach(() => {
    onProve.mockReset();
  });

  it('asks for the passkey first, and takes a code instead', async () => {
    await open(['totp', 'passkey']);
    expect(page.buttons()).toEqual(['Confirm with the device', 'Use a code instead']);
    onProve.mockResolvedValueOnce(refused('otp.invalid'));
    await press('Confirm with the device');
    expect([vi.mocked(askForPasskey).mock.calls, onProve.mock.calls]).toEqual([[['key']], [[{ passkey: PASSKEY }]]]);
    expect(page.news('alert')).toEqual([expect.stringMatching(/^This was not accepted/)]);
    await press('Use a code instead');
    expect(page.buttons()).toEqual(expect.arrayContaining(['Confirm with the device', 'Use a backup code']));
    await fill({ 'Code from the app': '123456' });
    expect(onProve).toHaveBeenLastCalledWith({ otpCode: '123456' });
  });

  it('takes a backup code of somebody without an app', async () => {
    await open(['passkey']);
    await press('Use a code instead');
    expect(page.title()).toBe('Enter a backup code');
    expect(page.buttons()).not.toContain('Use the app instead');
  });
});
