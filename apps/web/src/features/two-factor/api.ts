import { addSecondFactor as addCall, renewBackupCodes as call } from '@laurel/contracts/calls/account';
import { listPasskeys, removePasskey as removeCall } from '@laurel/contracts/calls/passkeys';
import type { TwoFactorSetup } from '@laurel/contracts/storage';
import { queryOptions } from '@tanstack/react-query';
import { callApi, callQuietly } from '../../lib/http.ts';
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

/** The passkeys of the logged-in user, as they are now. */
export const passkeysQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: ['users', 'passkeys', token],
    queryFn: async ({ signal }) => (await callQuietly(listPasskeys, { signal })).data.passkeys,
  });

/**
 * Removes a passkey of the logged-in user, whose sessions all end.
 * @throws ApiFailure
 */
export const removePasskey = async (id: string, proof: SecondFactor): Promise<void> => {
  await callApi(removeCall, { body: { ...proof, id } });
};
