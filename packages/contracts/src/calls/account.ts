import { z } from 'zod';
import { done, success } from '../envelope.ts';
import { LOGIN_ACTIONS } from '../errors.ts';
import {
  backupCodeField,
  codeField,
  emailField,
  givenPasswordField,
  handleField,
  loginField,
  nameField,
  passwordField,
  phoneField,
  twoFactorCodeField,
} from '../fields.ts';
import { userSchema, verificationSchema } from '../records.ts';
import type { Call } from './call.ts';

/** `data.code` of an answer: the request id or request key the next call names. */
export const codeReply = success(z.object({ code: z.string() }));

const setupData = z.object({ requestKey: z.string(), qrCode: z.string() });
const setupMetadata = z.object({ action: z.literal(LOGIN_ACTIONS.linkAuthenticator) });

/** The registration payload for an edition's blocked regions is `registerSchema` with `phoneFieldFor` in place. */
export const registerSchema = z
  .object({ name: nameField, email: emailField, password: passwordField, phoneNumber: phoneField })
  .meta({
    examples: [{ name: 'Ada Lovelace', email: 'ada@example.org', password: 'Secret1!', phoneNumber: '+380671234567' }],
  });

export const register = {
  method: 'POST',
  path: '/users/register',
  summary: 'Open an account and send the email code',
  auth: false,
  body: registerSchema,
  reply: { status: 201, schema: codeReply },
  failures: ['account.email_taken', 'account.phone_taken', 'account.disposable_email'],
} as const satisfies Call;

export const login = {
  method: 'POST',
  path: '/users/login',
  summary: 'Sign in with email or phone; may ask for two-factor setup or a two-factor code',
  auth: false,
  body: z
    .object({ login: loginField, password: givenPasswordField, rememberMe: z.boolean().optional() })
    .meta({ examples: [{ login: 'ada@example.org', password: 'Secret1!', rememberMe: true }] }),
  reply: {
    status: 200,
    schema: z.union([
      success(setupData).extend({ metadata: setupMetadata }),
      success(z.object({ requestKey: z.string() })).extend({
        metadata: z.object({ action: z.literal(LOGIN_ACTIONS.verifyOtp) }),
      }),
      success(z.object({ token: z.string(), user: userSchema })),
    ]),
  },
  failures: ['login.unknown', 'login.wrong_password', 'login.email_unverified'],
} as const satisfies Call;

export const verifyEmail = {
  method: 'POST',
  path: '/users/verify-email',
  summary: 'Prove the mailbox with the code that was sent to it',
  auth: false,
  body: z
    .object({ requestId: handleField, code: codeField })
    .meta({ examples: [{ requestId: 'q0Vb3v1xJ8mBq7nZ2bWc4A', code: '123456' }] }),
  reply: { status: 200, schema: success(setupData).extend({ metadata: setupMetadata }) },
  failures: ['email_code.expired', 'email_code.wrong', 'email_code.used'],
} as const satisfies Call;

const otpBody = z
  .object({
    requestKey: handleField,
    otpCode: twoFactorCodeField.optional(),
    code: twoFactorCodeField.optional(),
    backupCode: backupCodeField.optional(),
  })
  .refine((body) => (body.otpCode ?? body.code ?? body.backupCode) !== undefined, {
    path: ['otpCode'],
    error: 'This field is required',
  })
  .meta({ examples: [{ requestKey: 'q0Vb3v1xJ8mBq7nZ2bWc4A', otpCode: '123456' }] });

export const verifyOtp = {
  method: 'POST',
  path: '/users/verify-otp',
  summary: 'Prove the second factor; on first setup this also returns the backup codes',
  auth: false,
  body: otpBody,
  reply: {
    status: 200,
    schema: success(z.object({ token: z.string(), user: userSchema, backupCodes: z.array(z.string()).optional() })),
  },
  failures: ['otp.invalid'],
} as const satisfies Call;

const loginBody = z.object({ login: loginField }).meta({ examples: [{ login: 'ada@example.org' }] });

export const resendEmailCode = {
  method: 'POST',
  path: '/users/resend-email-code',
  summary: 'Send the email code again; answers alike for an unknown login',
  auth: false,
  body: loginBody,
  reply: { status: 200, schema: codeReply },
  failures: [],
} as const satisfies Call;

export const forgotPassword = {
  method: 'POST',
  path: '/users/forgot-password',
  summary: 'Send a code for a new password; answers alike for an unknown login',
  auth: false,
  body: loginBody,
  reply: { status: 200, schema: codeReply },
  failures: [],
} as const satisfies Call;

export const resetPassword = {
  method: 'POST',
  path: '/users/reset-password',
  summary: 'Set a new password with the code; ends every session and forgets every device',
  auth: false,
  body: z
    .object({ requestId: handleField, code: codeField, password: passwordField })
    .meta({ examples: [{ requestId: 'q0Vb3v1xJ8mBq7nZ2bWc4A', code: '123456', password: 'Secret2!' }] }),
  reply: { status: 200, schema: done },
  failures: ['email_code.expired', 'email_code.wrong'],
} as const satisfies Call;

export const logout = {
  method: 'POST',
  path: '/users/logout',
  summary: 'End this session',
  auth: true,
  reply: { status: 200, schema: done },
  failures: ['auth.required', 'auth.expired'],
} as const satisfies Call;

export const info = {
  method: 'GET',
  path: '/users/info',
  summary: 'Who is signed in, and what they have verified',
  auth: true,
  reply: { status: 200, schema: success(userSchema.extend({ verifications: z.array(verificationSchema) })) },
  failures: ['auth.required', 'auth.expired'],
} as const satisfies Call;
