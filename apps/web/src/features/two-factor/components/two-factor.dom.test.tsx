// @vitest-environment happy-dom

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refused } from '../../../testing/failures.ts';
import { page, person, showStep } from '../../../testing/person.tsx';
import { act } from '../../../testing/render.tsx';
import { startStep } from '../../../testing/step.ts';
import type { SecondFactor } from '../../../ui/second-factor.tsx';
import type { Proof } from '../flow.ts';
import { TwoFactorSetupModal } from './setup-modal.tsx';
import { TwoFactorVerifyModal } from './verify-modal.tsx';

const CODES = ['MFRGGZDFMZ', 'NBSWY3DPEB'];
/** In groups, as they are read and typed. */
const SHOWN = ['MFRGG ZDFMZ', 'NBSWY 3DPEB'];
const APP = 'Code from the app';

let shown: Awaited<ReturnType<typeof showStep>>;
const [onStartAgain, onCodes, onDone] = [vi.fn(), vi.fn(), vi.fn()];

const { fill, pass } = startStep();

describe('linking an authenticator', () => {
  const onProve = vi.fn<(factor: SecondFactor) => Promise<Proof>>();
  beforeEach(async () => {
    onProve.mockReset();
    shown = await showStep(
      <TwoFactorSetupModal
        qrCode="otpauth://totp/Laurel:ada?secret=JBSWY3DPEHPK3PXP"
        reason="You need to set up two-factor authentication"
        stores={{ appStore: 'https://apps.example', googlePlay: 'https://play.example' }}
        steps={4}
        site={{ awards: 'Awards 2025', address: 'https://vote.example' }}
        onProve={onProve}
        onStartAgain={onStartAgain}
        onCodes={onCodes}
        onDone={onDone}
      />,
    );
  });
  const prove = async (proof: Proof, code = '123456') => {
    onProve.mockResolvedValueOnce(proof);
    await fill({ [APP]: code });
  };

  it('shows the key as text, and the reason, then asks for its code; Back returns to the key', async () => {
    expect(page.news('alert')).toEqual(['You need to set up two-factor authentication']);
    expect(document.body.querySelector('code')?.textContent).toBe('JBSW Y3DP EHPK 3PXP');
    await person.press('Continue');
    expect(page.title()).toBe('Enter the code from the app');
    await person.press('Back');
    expect(page.title()).toBe('Link your authenticator app');
  });

  it('shows the backup codes once, and can’t be closed by accident then', async () => {
    await person.press('Continue');
    await prove({ backupCodes: CODES });
    expect(onProve.mock.calls).toEqual([[{ otpCode: '123456' }]]);
    expect([onCodes.mock.calls.length, onDone.mock.calls.length]).toEqual([1, 0]);
    expect([...document.body.querySelectorAll('li code')].map(({ textContent }) => textContent)).toEqual(SHOWN);
    const leaves = () => {
      const leave = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(leave);
      return !leave.defaultPrevented;
    };
    expect(leaves()).toBe(false);
    await person.press('I have saved them');
    expect(onDone).toHaveBeenCalledTimes(1);
    await shown.rerender(null);
    expect(leaves()).toBe(true);
  });

  it('can’t be left while the answer is awaited, which has the codes', async () => {
    await person.press('Continue');
    await prove({ failure: refused('otp.invalid') });
    const { promise, resolve } = Promise.withResolvers<Proof>();
    onProve.mockReturnValueOnce(promise);
    await person.fill(APP, '654321');
    await person.press('Back');
    await person.press('Code still doesn’t work? Log in again');
    expect(onStartAgain).not.toHaveBeenCalled();
    resolve({ backupCodes: CODES });
    await pass();
    expect([...document.body.querySelectorAll('li code')].map(({ textContent }) => textContent)).toEqual(SHOWN);
  });

  it('copies all codes, a line each', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await person.press('Continue');
    await prove({ backupCodes: CODES });
    await person.press('Copy all');
    expect(writeText.mock.calls).toEqual([[`${SHOWN.join('\n')}\n`]]);
    expect(page.buttons()).toContain('Copied');
    await pass(2_000);
    expect(page.buttons()).toContain('Copy all');
  });

  it('is done without backup codes', async () => {
    await person.press('Continue');
    await prove({ backupCodes: [] });
    expect([onCodes.mock.calls.length, onDone.mock.calls.length]).toEqual([0, 1]);
  });

  it('allows a retry after a rejected code, and offers the login then', async () => {
    await person.press('Continue');
    expect(page.buttons()).not.toContain('Code still doesn’t work? Log in again');
    await prove({ failure: refused('otp.invalid') });
    expect([page.field(APP).value, page.errorOf(APP)]).toEqual(['', expect.stringMatching(/^Invalid code/)]);
    expect(document.activeElement).toBe(page.field(APP));
    await person.press('Code still doesn’t work? Log in again');
    expect(onStartAgain).toHaveBeenCalledTimes(1);
    expect(onCodes).not.toHaveBeenCalled();
  });
});

/** A screen below or above 720 px. */
const stubWidth = (narrow: boolean) =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: narrow && query.includes('max-width'),
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );

describe('the authenticator on a phone', () => {
  const QR_CODE = 'otpauth://totp/Awards:ada%40example.org?secret=JBSWY3DPEHPK3PXP';
  const openSetup = async (qrCode = QR_CODE) => {
    shown = await showStep(
      <TwoFactorSetupModal
        qrCode={qrCode}
        stores={{ appStore: 'https://apps.example', googlePlay: 'https://play.example' }}
        steps={4}
        site={{ awards: 'Awards 2025', address: 'https://vote.example' }}
        onProve={async () => ({ backupCodes: CODES })}
        onStartAgain={onStartAgain}
        onCodes={onCodes}
        onDone={onDone}
      />,
    );
    await act(() => vi.dynamicImportSettled());
  };
  const qrCode = () => document.body.querySelector('svg[role=img]');
  const appLink = () => [...document.body.querySelectorAll('a')].find(({ protocol }) => protocol === 'otpauth:');
  const details = () => [...document.body.querySelectorAll('details')];
  const inOrder = () => [...document.body.querySelectorAll('a, button, summary')].map(({ textContent }) => textContent);

  it('opens the app by its link, which has the first focus, and folds the QR code away', async () => {
    stubWidth(true);
    await openSetup();
    expect(appLink()?.getAttribute('href')).toBe(QR_CODE);
    expect(document.activeElement).toBe(appLink());
    expect(inOrder().slice(0, 4)).toEqual(['Open in my authenticator', 'Copy key', 'Show the QR code', 'Continue']);
    expect(details().map(({ open }) => open)).toEqual([false, false]);
    expect(qrCode()).toBeNull();
  });

  it('shows no link without a secret', async () => {
    stubWidth(true);
    await openSetup('https://example.org/');
    expect(appLink()).toBeUndefined();
    expect(document.activeElement?.textContent).toBe('Continue');
  });

  it('shows the QR code first on a computer, where Continue has the first focus', async () => {
    stubWidth(false);
    await openSetup();
    expect([qrCode()?.textContent, appLink()]).toEqual(['QR code for your authenticator app', undefined]);
    expect(inOrder().slice(0, 2)).toEqual(['Copy key', 'Continue']);
    expect(document.activeElement?.textContent).toBe('Continue');
  });

  it('saves the codes with the site and the account', async () => {
    stubWidth(false);
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) saved.push(file);
      return 'blob:codes';
    });
    await openSetup();
    await person.press('Continue');
    await fill({ [APP]: '123456' });
    // The button that ends the display of the codes does not have the first focus.
    expect(document.activeElement?.textContent).toBe('Copy all');
    await person.press('Download');
    expect((await saved[0]?.text())?.split('\n')).toEqual([
      'Backup codes: Awards 2025',
      'https://vote.example',
      'Account: ada@example.org',
      '',
      'If you lose your phone, each of these codes lets you log in once. Keep them secret.',
      '',
      ...SHOWN,
      '',
    ]);
  });
});

describe('the second factor on a new device', () => {
  const onProve = vi.fn();
  beforeEach(async () => {
    onProve.mockReset();
    shown = await showStep(<TwoFactorVerifyModal requestKey="key" onProve={onProve} onStartAgain={onStartAgain} />);
  });

  it('is the app’s code, sent once until its response', async () => {
    const answer = Promise.withResolvers<undefined>();
    onProve.mockReturnValue(answer.promise);
    await person.fill(APP, '123456');
    await person.press('Confirm');
    expect(onProve.mock.calls).toEqual([[{ otpCode: '123456' }]]);
    answer.resolve(undefined);
    await pass();
    expect(page.errorOf(APP)).toBeUndefined();
  });

  it('ER-03 is called invalid only if the server says so', async () => {
    onProve.mockResolvedValueOnce(refused('otp.invalid'));
    await fill({ [APP]: '123456' });
    expect(page.errorOf(APP)).toMatch(/^Invalid code/);
    onProve.mockResolvedValueOnce(refused('server.error'));
    await fill({ [APP]: '234567' });
    expect(page.errorOf(APP)).toMatch(/^Could not log you in/);
  });

  it('may be a backup code, which is validated before it is sent', async () => {
    await person.press('Use a backup code');
    expect([page.title(), document.activeElement]).toEqual(['Enter a backup code', page.field('Backup code')]);
    await person.fill('Backup code', 'short');
    await person.enter('Backup code');
    expect([onProve.mock.calls.length, page.errorOf('Backup code')]).toEqual([0, expect.any(String)]);
    const asked = Promise.withResolvers<ReturnType<typeof refused>>();
    onProve.mockReturnValueOnce(asked.promise);
    await person.fill('Backup code', 'MFRGGZDFMZ');
    expect(page.errorOf('Backup code')).toBeUndefined();
    await person.enter('Backup code');
    page.field('Backup code')?.blur();
    asked.resolve(refused('otp.invalid'));
    await pass();
    expect(onProve.mock.calls).toEqual([[{ backupCode: 'MFRGGZDFMZ' }]]);
    expect(page.errorOf('Backup code')).toBeTruthy();
    expect(document.activeElement, 'a screen reader reads the error with the field').toBe(page.field('Backup code'));
    await person.press('Use the app instead');
    expect(page.field(APP)).toBeTruthy();
  });
});
