import {
  forgotPassword,
  info,
  login,
  logout,
  register,
  resendEmailCode,
  resetPassword,
  verifyEmail,
  verifyOtp,
} from '@laurel/contracts/calls/account';
import { USER_QUERY_RETRIES } from '@laurel/contracts/limits';
import type { VerificationType } from '@laurel/contracts/verification';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { asFailure, mayPass } from '../../lib/failure.ts';
import { callApi, callQuietly } from '../../lib/http.ts';
import { stored } from '../../lib/stored.ts';
import { beginSession, endSession } from '../../session/store.ts';
import {
  type AccountStep,
  kindOf,
  type LoginResult,
  resultOf,
  resultOfFailure,
  type Submission,
  stepAfter,
} from './flow.ts';

export type Verification = { readonly type: VerificationType; readonly verified: boolean };

/** What the person has verified. A failure shows nowhere: it goes to the console only (QY-02). */
export const userInfoQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: ['users', 'info', token],
    enabled: token !== undefined,
    refetchOnWindowFocus: false,
    // What shows it comes one piece after the other: they share one answer. Who needs a newer one asks.
    refetchOnMount: false,
    retry: (count, error) => count < USER_QUERY_RETRIES && mayPass(error),
    queryFn: async ({ signal }): Promise<readonly Verification[]> =>
      (await callQuietly(info, { signal })).data.verifications,
  });

/** Keeps what the step needs after a reload. */
const keep = (step: AccountStep): AccountStep => {
  if (step.to === 'session') {
    stored.twoFactorSetup.remove();
    beginSession(step.token, step.user);
  }
  if (step.to === 'emailOtp') stored.requestId.write(step.requestId);
  if (step.to === 'twoFactorSetup') {
    stored.requestId.remove();
    stored.twoFactorSetup.write({ requestKey: step.requestKey, qrCode: step.qrCode });
  }
  return step;
};

const send = async (submission: Submission): Promise<LoginResult> => {
  const kind = kindOf(submission);
  switch (kind.is) {
    case 'emailVerification':
      return resultOf(await callApi(verifyEmail, { body: kind.body }));
    case 'secondFactor':
      return resultOf(await callApi(verifyOtp, { body: kind.body }));
    case 'login':
      return resultOf(await callApi(login, { body: { ...kind.body, rememberMe: true } }));
  }
};

/** Sends what one of the login's screens asked for. Every refusal is a step too, so it never throws. */
export const submitLogin = async (submission: Submission): Promise<AccountStep> => {
  try {
    return keep(stepAfter(await send(submission)));
  } catch (error) {
    return keep(stepAfter(resultOfFailure(asFailure(error))));
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

/** Proves the mailbox with its code. */
export const confirmEmail = (code: string): Promise<AccountStep> =>
  submitLogin({ requestId: stored.requestId.read() ?? '-', code });

/**
 * Has the email code sent again; only the new one counts from then on.
 * @throws ApiFailure
 */
export const sendEmailCodeAgain = async (email: string): Promise<void> => {
  const reply = await callApi(resendEmailCode, { body: { login: email } });
  stored.requestId.write(reply.data.code);
};

/**
 * Has a code for a new password sent to the mailbox of an account.
 * @returns the request id that the code answers
 * @throws ApiFailure
 */
export const requestNewPassword = async (to: string): Promise<string> =>
  (await callApi(forgotPassword, { body: { login: to } })).data.code;

/**
 * Sets a new password with the code. The server ends every session of the account, so this one is over too.
 * @throws ApiFailure
 */
export const setNewPassword = async (given: { requestId: string; code: string; password: string }): Promise<void> => {
  await callApi(resetPassword, { body: given });
  endSession();
};

/** Ends the session here, and on the server as far as it can be reached. */
export const logOut = async (): Promise<void> => {
  const told = callApi(logout);
  // The call has taken the token along. Nothing else may: between the server's answer and the page it would be refused.
  endSession();
  try {
    await told;
  } catch {
    // The token is forgotten either way; the session ends on the server by its own time.
  }
};
