import { verifyOtp } from '@laurel/contracts/calls/account';
import { callApi } from '../../lib/http.ts';
import { stored } from '../../lib/stored.ts';
import { beginSession } from '../../session/store.ts';

type SecondFactor = { otpCode: string } | { backupCode: string };

/**
 * Proves the second factor: the person is logged in afterwards.
 * @returns the backup codes, after the first setup only
 * @throws ApiFailure
 */
export const proveSecondFactor = async (requestKey: string, proof: SecondFactor): Promise<readonly string[]> => {
  const { data } = await callApi(verifyOtp, { body: { requestKey, ...proof } });
  stored.twoFactorSetup.remove();
  beginSession(data.token, data.user);
  return data.backupCodes ?? [];
};
