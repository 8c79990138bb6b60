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
import type { OpenInstagram } from '@laurel/contracts/records';
import type { VerificationType } from '@laurel/contracts/verification';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { asFailure, mayPass } from '../../lib/failure.ts';
import { callApi, callQuietly } from '../../lib/http.ts';
import { USER_QUERY_RETRIES } from '../../lib/limits.ts';
import { stored } from '../../lib/stored.ts';
import { writeTab } from '../../lib/tab-storage.ts';
import { beginSession, endSession, updateUser, useSession } from '../../session/store.ts';
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

/** What the server knows about the user. */
export type UserInfo = {
  readonly verifications: readonly Verification[];
  /** The Instagram verification that is not decided yet, with the code to send. The code is never stored. */
  readonly openInstagram: OpenInstagram | undefined;
};

/** The user's verifications. A failure goes to the console only (QY-02). */
export const userInfoQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: ['users', 'info', token],
    enabled: token !== undefined,
    refetchOnWindowFocus: false,
    // Components mount one after the other and share one response; a newer one is requested explicitly.
    refetchOnMount: false,
    retry: (count, error) => count < USER_QUERY_RETRIES && mayPass(error),
    queryFn: async ({ signal }): Promise<UserInfo> => {
      const { data, metadata } = await callQuietly(info, { signal });
      const { phoneNumber } = data;
      const { token: current, user } = useSession.getState();
      // The bot may have proven another number than the typed one.
      if (current === token && user?.phoneNumber && user.phoneNumber !== phoneNumber) updateUser({ phoneNumber });
      return { verifications: data.verifications, openInstagram: metadata?.openInstagram };
    },
  });

/**
 * Requests the user's data for a user who is waiting: at once, without retries, and without waiting for the network if
 * the browser is offline. A running request is cancelled, because its response may be older than the user's last step.
 * @throws ApiFailure
 */
export const askUserInfo = (client: QueryClient, token: string | undefined): Promise<UserInfo> => {
  const query = userInfoQuery(token);
  void client.cancelQueries({ queryKey: query.queryKey }, { silent: true, revert: false });
  return client.fetchQuery({ ...query, staleTime: 0, retry: false, networkMode: 'always' });
};

/** Stores what the step needs after a reload. */
const store = (step: AccountStep): AccountStep => {
  if (step.to === 'session') {
    // The session ends any login or sign-up that was begun in this browser.
    stored.requestId.remove();
    stored.twoFactorSetup.remove();
    beginSession(step.token, step.user);
  }
  if (step.to === 'emailOtp') {
    stored.requestId.write(step.requestId);
    // A setup that was left before may be another account's.
    stored.twoFactorSetup.remove();
  }
  if (step.to === 'twoFactorSetup') {
    stored.requestId.remove();
    stored.twoFactorSetup.write({ requestKey: step.requestKey, qrCode: step.qrCode });
  }
  return step;
};

/** An email in small letters, or a phone number without its plus, for a comparison. */
const plain = (login: string | undefined): string | undefined => login?.toLowerCase().replace(/^\+/, '');

/**
 * Remembers the login that awaits an email code, so that a journey that is left there can be continued with a new code.
 * If the sign-up of the same person is stored, it stays, for a mail to support.
 */
const rememberLogin = (login: string): void => {
  const key = login.includes('@') ? 'email' : 'phoneNumber';
  if (plain(stored.signupData.read()?.[key]) !== plain(login)) stored.signupData.write({ [key]: login });
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

/** Submits a login screen. Never throws: a failure is a step too. */
export const submitLogin = async (submission: Submission): Promise<AccountStep> => {
  const result = await send(submission).catch((error: unknown) => resultOfFailure(asFailure(error)));
  const step = store(stepAfter(result));
  if (step.to === 'emailOtp' && 'login' in submission) rememberLogin(submission.login);
  return step;
};

type Registration = z.input<typeof register.body>;

/**
 * Creates an account; the server sends the email code. With `replaces`, the new account replaces that of an earlier
 * sign-up.
 * @throws ApiFailure
 */
export const signUp = async (given: Registration): Promise<void> => {
  const { name, email, password, phoneNumber, replaces } = given;
  const body = { name, email, password, phoneNumber, ...(replaces === undefined ? {} : { replaces }) };
  const { code } = (await callApi(register, { body })).data;
  store({ to: 'emailOtp', requestId: code });
  stored.signupData.write({ name, email, phoneNumber, registration: code });
  writeTab('accountDraft', undefined);
};

/** This browser's sign-up, if it awaits the code sent to this address and so can be corrected; otherwise undefined. */
export const changeableSignup = (email: string | undefined) => {
  const { registration: replaces, name, phoneNumber, ...signup } = stored.signupData.read() ?? {};
  if (email === undefined || signup.email !== email || replaces === undefined) return undefined;
  return { replaces, draft: { name, email, phoneNumber } };
};

/** Confirms the email with its code. */
export const confirmEmail = (code: string): Promise<AccountStep> =>
  submitLogin({ requestId: stored.requestId.read() ?? '-', code });

/**
 * Requests a new email code; after that, only the new one is valid.
 * @throws ApiFailure
 */
export const sendEmailCodeAgain = async (email: string): Promise<void> => {
  const reply = await callApi(resendEmailCode, { body: { login: email } });
  stored.requestId.write(reply.data.code);
};

/**
 * Requests a code by email for a new password.
 * @returns the request id of the code
 * @throws ApiFailure
 */
export const requestNewPassword = async (to: string): Promise<string> =>
  (await callApi(forgotPassword, { body: { login: to } })).data.code;

/**
 * Sets a new password with the code. The server ends every session of the account, this one included.
 * @throws ApiFailure
 */
export const setNewPassword = async (body: { requestId: string; code: string; password: string }): Promise<void> => {
  await callApi(resetPassword, { body });
  endSession();
};

/** Ends the session here, and on the server if it can be reached. */
export const logOut = async (): Promise<void> => {
  const reply = callApi(logout);
  // The call already has the token. No other call may use it, because the server would reject it.
  endSession();
  try {
    await reply;
  } catch {
    // The token is removed in any case; on the server the session expires.
  }
};
