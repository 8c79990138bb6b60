import { renewBackupCodes as call } from '@laurel/contracts/calls/account';
import { callApi } from '../../lib/http.ts';
import type { SecondFactor } from '../../ui/second-factor.tsx';

/**
 * Replaces the backup codes of the logged-in user; the earlier ones are invalid then.
 * @throws ApiFailure
 */
export const renewBackupCodes = async (proof: SecondFactor): Promise<readonly string[]> =>
  (await callApi(call, { body: proof })).data.backupCodes;
