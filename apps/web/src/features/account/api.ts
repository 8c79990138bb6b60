import { info, login, logout, register, resendEmailCode, verifyEmail } from '@laurel/contracts/calls/account';
import { USER_QUERY_RETRIES } from '@laurel/contracts/limits';
import type { VerificationType } from '@laurel/contracts/verification';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { asFailure, mayPass } from '../../lib/failure.ts';
import { callApi } from '../../lib/http.ts';
import { stored } from '../../lib/stored.ts';
import { beginSession, endSession } from '../../session/store.ts';
import {
  type AccountStep,
  stepAfterEmailCode,
  stepAfterEmailCodeFailure,
  stepAfterLogin,
  stepAfterLoginFailure,
} from './flow.ts';

export type Verification = { readonly type: VerificationType; readonly verified: boolean };

/** What the person has verified. A failure shows nowhere: it goes to the console only (QY-02). */
export const userInfoQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: ['users', 'info', token],
    enabled: token !== undefined,
    refetchOnWindowFocus: false,
    retry: (count, error) => count < USER_QUERY_RETRIES && mayPass(error),
    queryFn: async ({ signal }): Promise<readonly Verification[]> =>
      (await callApi(info, { signal })).data.verifications,
  });

/** Keeps what the step needs after a reload. */
const keep = (step: AccountStep): AccountStep => {
  if (step.to === 'session') beginSession(step.token, step.user);
  if (step.to === 'emailOtp') stored.requestId.write(step.requestId);
  if (step.to === 'twoFactorSetup') {
    stored.requestId.remove();
    stored.twoFactorSetup.write({ requestKey: step.requestKey, qrCode: step.qrCode });
  }
  return step;
};

/** Logs in; every refusal is a step too, so it never throws. */
export const logIn = async (given: { login: string; password: string }): Promise<AccountStep> => {
  try {
    return keep(stepAfterLogin(await callApi(login, { body: { ...given, rememberMe: true } })));
  } catch (error) {
    return keep(stepAfterLoginFailure(asFailure(error)));
  }
};

type Registration = z.input<typeof register.body>;

/**
 * Opens an account; the email code is on its way afterwards.
 * @throws ApiFailure
 */
export const signUp = async ({ name, email, password, phoneNumber }: Registration): Promise<void> => {
  const reply = await callApi(register, { body: { name, email, password, phoneNumber } });
  stored.requestId.write(reply.data.code);
  stored.signupData.write({ ...stored.signupData.read(), name, email, phoneNumber });
};

/** Proves the mailbox with its code; every refusal is a step too, so it never throws. */
export const confirmEmail = async (code: string): Promise<AccountStep> => {
  try {
    const requestId = stored.requestId.read() ?? '-';
    return keep(stepAfterEmailCode(await callApi(verifyEmail, { body: { requestId, code } })));
  } catch (error) {
    return keep(stepAfterEmailCodeFailure(asFailure(error)));
  }
};

/**
 * Has the email code sent again; only the new one counts from then on.
 * @throws ApiFailure
 */
export const sendEmailCodeAgain = async (email: string): Promise<void> => {
  const reply = await callApi(resendEmailCode, { body: { login: email } });
  stored.requestId.write(reply.data.code);
};

/** Ends the session here, and on the server as far as it can be reached. */
export const logOut = async (): Promise<void> => {
  try {
    await callApi(logout);
  } catch {
    // The token is forgotten either way; the session ends on the server by its own time.
  }
  endSession();
};
