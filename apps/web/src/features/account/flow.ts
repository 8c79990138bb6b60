import type { login, verifyEmail } from '@laurel/contracts/calls/account';
import type { ErrorCode } from '@laurel/contracts/errors';
import type { User } from '@laurel/contracts/records';
import { twoFactorSetupSchema } from '@laurel/contracts/storage';
import { z } from 'zod';
import type { ApiFailure } from '../../lib/failure.ts';
import { codesOf, fieldErrorsOf } from '../../lib/failure-details.ts';

/** Where a person goes after a login or an email code (spec §4, "Login"). */
export type AccountStep =
  | { readonly to: 'session'; readonly token: string; readonly user: User }
  | { readonly to: 'twoFactorSetup'; readonly requestKey: string; readonly qrCode: string }
  | { readonly to: 'twoFactorVerify'; readonly requestKey: string }
  | { readonly to: 'emailOtp'; readonly requestId: string; readonly failure: ApiFailure }
  | { readonly to: 'stay'; readonly failure: ApiFailure };

type LoginReply = z.output<(typeof login)['reply']['schema']>;
type EmailReply = z.output<(typeof verifyEmail)['reply']['schema']>;

const requestIdSchema = z.object({ code: z.string() });

/** After a login that was answered: in, or on to the second factor. */
export const stepAfterLogin = ({ data }: LoginReply): AccountStep => {
  if ('token' in data) return { to: 'session', ...data };
  return 'qrCode' in data ? { to: 'twoFactorSetup', ...data } : { to: 'twoFactorVerify', ...data };
};

/** After a login that was refused: to the email code where that is missing, else back to the login screen. */
export const stepAfterLoginFailure = (failure: ApiFailure): AccountStep => {
  const handle = requestIdSchema.safeParse(failure.details.data);
  return failure.code === 'login.email_unverified' && handle.success
    ? { to: 'emailOtp', requestId: handle.data.code, failure }
    : { to: 'stay', failure };
};

/** After the right email code: to the authenticator. */
export const stepAfterEmailCode = ({ data }: EmailReply): AccountStep => ({ to: 'twoFactorSetup', ...data });

/** After a refused email code: to the authenticator where the mailbox is proven already (LG-07), else it stays. */
export const stepAfterEmailCodeFailure = (failure: ApiFailure): AccountStep => {
  const setup = twoFactorSetupSchema.safeParse(failure.details.data);
  return failure.code === 'email_code.used' && setup.success
    ? { to: 'twoFactorSetup', ...setup.data }
    : { to: 'stay', failure };
};

const SIGNUP_FIELDS = ['name', 'email', 'password', 'phoneNumber'] as const;
const LOGIN_FIELDS = ['login', 'password'] as const;
type SignupField = (typeof SIGNUP_FIELDS)[number];
type LoginField = (typeof LOGIN_FIELDS)[number];

const SIGNUP_FIELD_OF: Partial<Record<ErrorCode, SignupField>> = {
  'account.email_taken': 'email',
  'account.disposable_email': 'email',
  'account.phone_taken': 'phoneNumber',
};

const LOGIN_FIELD_OF: Partial<Record<ErrorCode, LoginField>> = {
  'login.unknown': 'login',
  'login.wrong_password': 'password',
};

/** Where in a form a failure is said: under fields, or above them all. */
export type Blame<Field extends string> = {
  readonly fields: readonly Field[];
  /** The server's own words per field, in the wire's English. */
  readonly messages: ReadonlyMap<string, string>;
};

const blame = <Field extends string>(
  failure: ApiFailure,
  all: readonly Field[],
  fieldOf: Partial<Record<string, Field>>,
): Blame<Field> => {
  const messages = failure.code === 'request.invalid' ? fieldErrorsOf(failure) : new Map<string, string>();
  const named = codesOf(failure).map((code) => fieldOf[code]);
  return { messages, fields: all.filter((field) => messages.has(field) || named.includes(field)) };
};

/** The fields of the signup form that a failure is about. */
export const blameInSignup = (failure: ApiFailure): Blame<SignupField> =>
  blame(failure, SIGNUP_FIELDS, SIGNUP_FIELD_OF);

/** The fields of the login form that a failure is about. */
export const blameInLogin = (failure: ApiFailure): Blame<LoginField> => blame(failure, LOGIN_FIELDS, LOGIN_FIELD_OF);

/** What people have proven so far, as far as voting asks (spec §4, "User verification states"). */
export const isVerified = (
  verifications: readonly { type: string; verified: boolean }[],
  ...types: readonly string[]
): boolean => verifications.some(({ type, verified }) => verified && types.includes(type));
