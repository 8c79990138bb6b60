import { stored } from '../../lib/stored.ts';
import type { ModalRequest } from '../../modals/types.ts';
import { accountOf } from '../two-factor/flow.ts';

/** The address of the account whose journey was left before its login. */
export const leftAddress = (): string | undefined => {
  const setup = stored.twoFactorSetup.read();
  if (setup) return accountOf(setup.qrCode);
  if (stored.requestId.read() === undefined) return undefined;
  const { email, phoneNumber } = stored.signupData.read() ?? {};
  return email ?? phoneNumber;
};

/** The step at which a journey was left before its login, and the modal that continues it. */
export const leftStep = (): { readonly step: 1 | 2; readonly request: ModalRequest } | undefined => {
  const setup = stored.twoFactorSetup.read();
  if (setup) return { step: 2, request: { type: 'twoFactorSetup', props: setup } };
  if (stored.requestId.read() === undefined) return undefined;
  return { step: 1, request: { type: 'emailOtp', props: { email: leftAddress() } } };
};
