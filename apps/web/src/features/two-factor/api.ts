import { addSecondFactor as addCall, renewBackupCodes as call } from '@laurel/contracts/calls/account';
import type { TwoFactorSetup } from '@laurel/contracts/storage';
import { callApi } from '../../lib/http.ts';
import type { SecondFactor } from '../../ui/second-factor.tsx';

/**
 * Replaces the backup codes of the logged-in user; the earlier ones are invalid then.
 * @throws ApiFailure
 */
export const renewBackupCodes = async (proof: SecondFactor): Promise<readonly string[]> =>
  (await callApi(call, { body: proof })).data.backupCodes;

/**
 * Begins to set up another second factor of the logged-in user.
 * @throws ApiFailure
 */
export const addSecondFactor = async (proof: SecondFactor): Promise<TwoFactorSetup> =>
  (await callApi(addCall, { body: proof })).data;
