import type { login, verifyEmail, verifyOtp } from '@laurel/contracts/calls/account';
import type { ErrorCode } from '@laurel/contracts/errors';
import type { FieldMessageKey } from '@laurel/contracts/messages';
import type { User } from '@laurel/contracts/records';
import {
  type AccountDraft,
  type TwoFactorRequest,
  type TwoFactorSetup,
  twoFactorSetupSchema,
} from '@laurel/contracts/storage';
import { z } from 'zod';
import type { ApiFailure } from '../../lib/failure.ts';
import { fieldCodesOf } from '../../lib/failure-details.ts';

/** The body of a login screen (spec §4, "Login"). */
export type Submission =
  | { readonly login: string; readonly password: string }
  | { readonly requestId: string; readonly code: string }
  | { readonly requestKey: string; readonly otpCode: string }
  | { readonly requestKey: string; readonly backupCode: string }
  | { readonly requestKey: string; readonly passkey: Readonly<Record<string, unknown>> };

/** A submission with its kind (LG-01). */
export type SubmissionKind =
  | { readonly is: 'emailVerification'; readonly body: Extract<Submission, { requestId: string }> }
  | { readonly is: 'secondFactor'; readonly body: Extract<Submission, { requestKey: string }> }
  | { readonly is: 'login'; readonly body: Extract<Submission, { login: string }> };

/**
 * The kind of a submission: a request id verifies the email, a request key the second factor; otherwise it is a login.
 */
export const kindOf = (submission: Submission): SubmissionKind => {
  if ('requestId' in submission) return { is: 'emailVerification', body: submission };
  if ('requestKey' in submission) return { is: 'secondFactor', body: submission };
  return { is: 'login', body: submission };
};

type Reply<C extends { reply: z.ZodType }> = z.output<C['reply']>;
type Session = { readonly token: string; readonly user: User; readonly backupCodes?: readonly string[] | undefined };

/** The result of a submission (spec §3, "Login result flags"). */
export type LoginResult = { readonly message?: string | undefined } & (
  | {
      /** An authenticator has to be linked first. */
      readonly isTwoFactorAction: true;
      readonly isNotVerifiedEmail: false;
      readonly data: TwoFactorSetup;
      readonly error?: undefined;
    }
  | {
      readonly isTwoFactorAction: false;
      readonly isNotVerifiedEmail: true;
      readonly data: { readonly code: string };
      readonly error: ApiFailure;
    }
  | {
      readonly isTwoFactorAction: false;
      readonly isNotVerifiedEmail: false;
      /** A session, or a required code on an unknown device. */
      readonly data: Session | TwoFactorRequest;
      readonly error?: undefined;
    }
  | {
      readonly isTwoFactorAction: false;
      readonly isNotVerifiedEmail: false;
      readonly data?: undefined;
      readonly error: ApiFailure;
    }
);

/** The result of a successful submission. */
export const resultOf = ({
  data,
  message,
}: Reply<typeof login> | Reply<typeof verifyEmail> | Reply<typeof verifyOtp>): LoginResult =>
  'qrCode' in data
    ? { isTwoFactorAction: true, isNotVerifiedEmail: false, data, message }
    : { isTwoFactorAction: false, isNotVerifiedEmail: false, data, message };

const requestIdSchema = z.object({ code: z.string() });

/** The result of a refused submission, which may continue to the email code or to two-factor (LG-07). */
export const resultOfFailure = (failure: ApiFailure): LoginResult => {
  const handle = requestIdSchema.safeParse(failure.details.data);
  if (failure.code === 'login.email_unverified' && handle.success) {
    return { isTwoFactorAction: false, isNotVerifiedEmail: true, data: handle.data, error: failure };
  }
  const setup = twoFactorSetupSchema.safeParse(failure.details.data);
  if (failure.code === 'email_code.used' && setup.success) {
    return { isTwoFactorAction: true, isNotVerifiedEmail: false, data: setup.data };
  }
  return { isTwoFactorAction: false, isNotVerifiedEmail: false, error: failure };
};

/** The step after a submission. */
export type AccountStep =
  | ({ readonly to: 'session'; readonly backupCodes: readonly string[] } & Pick<Session, 'token' | 'user'>)
  | ({ readonly to: 'twoFactorSetup' } & TwoFactorSetup)
  | ({ readonly to: 'twoFactorVerify' } & TwoFactorRequest)
  | { readonly to: 'emailOtp'; readonly requestId: string }
  | { readonly to: 'stay'; readonly failure: ApiFailure };

/** The session, a missing verification, or the same screen with its error. */
export const stepAfter = (result: LoginResult): AccountStep => {
  if (result.isTwoFactorAction) return { to: 'twoFactorSetup', ...result.data };
  if (result.isNotVerifiedEmail) return { to: 'emailOtp', requestId: result.data.code };
  if (result.error) return { to: 'stay', failure: result.error };
  const { data } = result;
  return 'token' in data
    ? { to: 'session', token: data.token, user: data.user, backupCodes: data.backupCodes ?? [] }
    : { to: 'twoFactorVerify', ...data };
};

/** The fields of a draft that are not empty; undefined if all are. Anything else that was typed is dropped. */
export const draftOf = ({ login, name, email, phoneNumber }: AccountDraft): AccountDraft | undefined => {
  const draft = {
    ...(login && { login }),
    ...(name && { name }),
    ...(email && { email }),
    ...(phoneNumber && { phoneNumber }),
  };
  return Object.keys(draft).length > 0 ? draft : undefined;
};

/**
 * The change of a draft when a visitor switches to the signup: an email in the login form becomes the signup's email.
 */
export const carryToSignup = (login: string): AccountDraft =>
  login.includes('@') ? { login, email: login } : { login };

/** The change of a draft when a visitor switches to the login: the signup's email becomes the login. */
export const carryToLogin = (email: string): AccountDraft => (email === '' ? {} : { login: email });

const SIGNUP_FIELDS = ['name', 'email', 'password', 'phoneNumber'] as const;
const LOGIN_FIELDS = ['login', 'password'] as const;
const NEW_PASSWORD_FIELDS = ['code', 'password'] as const;
type SignupField = (typeof SIGNUP_FIELDS)[number];
type LoginField = (typeof LOGIN_FIELDS)[number];
type NewPasswordField = (typeof NEW_PASSWORD_FIELDS)[number];

const SIGNUP_FIELD_OF: Partial<Record<ErrorCode, SignupField>> = {
  'account.email_taken': 'email',
  'account.disposable_email': 'email',
  'account.phone_taken': 'phoneNumber',
};

const LOGIN_FIELD_OF: Partial<Record<ErrorCode, LoginField>> = {
  'login.unknown': 'login',
  'login.wrong_password': 'password',
};

const NEW_PASSWORD_FIELD_OF: Partial<Record<ErrorCode, NewPasswordField>> = {
  'email_code.wrong': 'code',
  'email_code.expired': 'code',
};

/** The fields of a form that show a failure; without one, it shows above the form. */
export type FieldErrors<Field extends string> = {
  readonly fields: readonly Field[];
  /** The key of the server's message for each field. */
  readonly messages: ReadonlyMap<string, FieldMessageKey>;
};

const errorsIn = <Field extends string>(
  failure: ApiFailure,
  all: readonly Field[],
  fieldOf: Partial<Record<string, Field>>,
): FieldErrors<Field> => {
  const messages = failure.code === 'request.invalid' ? fieldCodesOf(failure) : new Map<string, FieldMessageKey>();
  const named = failure.codes.map((code) => fieldOf[code]);
  return { messages, fields: all.filter((field) => messages.has(field) || named.includes(field)) };
};

/** The fields of the signup form that a failure is about. */
export const signupErrors = (failure: ApiFailure): FieldErrors<SignupField> =>
  errorsIn(failure, SIGNUP_FIELDS, SIGNUP_FIELD_OF);

/** The fields of the login form that a failure is about. */
export const loginErrors = (failure: ApiFailure): FieldErrors<LoginField> =>
  errorsIn(failure, LOGIN_FIELDS, LOGIN_FIELD_OF);

/** The fields of the form for a new password that a failure is about. */
export const newPasswordErrors = (failure: ApiFailure): FieldErrors<NewPasswordField> =>
  errorsIn(failure, NEW_PASSWORD_FIELDS, NEW_PASSWORD_FIELD_OF);

/** Whether the user has a verification of one of these types (spec §4, "User verification states"). */
export const isVerified = (
  verifications: readonly { type: string; verified: boolean }[],
  ...types: readonly string[]
): boolean => verifications.some(({ type, verified }) => verified && types.includes(type));
