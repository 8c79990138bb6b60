import { z } from 'zod';
import { done, success } from '../envelope.ts';
import { LOGIN_ACTIONS, NOTICES } from '../errors.ts';
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
  phoneFieldFor,
  twoFactorCodeField,
} from '../fields.ts';
import { messageKey } from '../messages.ts';
import { openInstagramSchema, userSchema, verificationSchema } from '../records.ts';
import { twoFactorRequestSchema, twoFactorSetupSchema } from '../storage.ts';
import { webauthnJson } from '../webauthn.ts';
import { type Call, EXAMPLE_HANDLE as HANDLE, payload } from './call.ts';

const USER = { name: 'Ada Lovelace', email: 'ada@example.org', phoneNumber: '+380671234567' };
const SETUP = {
  requestKey: HANDLE,
  qrCode: 'otpauth://totp/Laurel:ada%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Laurel',
};
const TOKEN = 'header.payload.signature';

/** `data.code`: the request id or request key for the next call. */
export const codeReply = success(z.object({ code: z.string() })).meta({
  examples: [{ success: true, data: { code: HANDLE } }],
});

const setupReply = success(twoFactorSetupSchema)
  .extend({ metadata: z.object({ action: z.literal(LOGIN_ACTIONS.linkAuthenticator) }) })
  .meta({
    examples: [
      {
        success: true,
        message: NOTICES.twoFactorNeeded,
        data: SETUP,
        metadata: { action: LOGIN_ACTIONS.linkAuthenticator },
      },
    ],
  });

const otpReply = success(twoFactorRequestSchema)
  .extend({ metadata: z.object({ action: z.literal(LOGIN_ACTIONS.verifyOtp) }) })
  .meta({
    examples: [
      {
        success: true,
        message: NOTICES.otpNeeded,
        data: { requestKey: HANDLE },
        metadata: { action: LOGIN_ACTIONS.verifyOtp },
      },
    ],
  });

const sessionReply = success(z.object({ token: z.string(), user: userSchema })).meta({
  examples: [{ success: true, data: { token: TOKEN, user: USER } }],
});

const registerFields = {
  name: nameField,
  email: emailField,
  /** Null keeps the password of the registration that `replaces` names. */
  password: passwordField.nullable(),
  /** The request id of an earlier registration, whose account this one replaces if its address is not confirmed. */
  replaces: handleField.optional(),
};
const REGISTER_EXAMPLE = { ...USER, password: 'Secret1!' };

/** The registration payload, independent of the edition. The repeated password is not sent (LG-09). */
export const registerSchema = payload({ ...registerFields, phoneNumber: phoneField }, REGISTER_EXAMPLE);

/** The registration payload with an edition's blocked regions, as form and server validate it. */
export const registerSchemaFor = (blockedRegions: readonly string[]) =>
  payload({ ...registerFields, phoneNumber: phoneFieldFor(blockedRegions) }, REGISTER_EXAMPLE);

export const register = {
  method: 'POST',
  path: '/users/register',
  summary: 'Open an account and send the email code',
  auth: false,
  body: registerSchema,
  created: true,
  reply: codeReply,
  failures: ['account.email_taken', 'account.phone_taken', 'account.disposable_email', 'proof.needed'],
} as const satisfies Call;

export const login = {
  method: 'POST',
  path: '/users/login',
  summary: 'Sign in with email or phone; may ask for two-factor setup or a two-factor code',
  auth: false,
  body: payload(
    {
      login: loginField,
      password: givenPasswordField,
      rememberMe: z.boolean({ error: messageKey('booleanInvalid') }).optional(),
    },
    { login: 'ada@example.org', password: 'Secret1!', rememberMe: true },
  ),
  reply: z.union([setupReply, otpReply, sessionReply]),
  failures: ['login.unknown', 'login.wrong_password', 'login.email_unverified', 'login.suspended', 'proof.needed'],
} as const satisfies Call;

export const verifyEmail = {
  method: 'POST',
  path: '/users/verify-email',
  summary: 'Verify the email with the code that was sent to it',
  auth: false,
  body: payload({ requestId: handleField, code: codeField }, { requestId: HANDLE, code: '123456' }),
  reply: setupReply,
  failures: ['email_code.expired', 'email_code.wrong', 'email_code.used'],
} as const satisfies Call;

/** A second factor: one of these. */
export const secondFactorFields = {
  otpCode: twoFactorCodeField.optional(),
  backupCode: backupCodeField.optional(),
  passkey: webauthnJson.optional(),
};

const otpFields = payload(
  {
    requestKey: handleField,
    ...secondFactorFields,
    /** An alias of otpCode. */
    code: twoFactorCodeField.optional(),
  },
  { requestKey: HANDLE, otpCode: '123456' },
);

export const verifyOtp = {
  method: 'POST',
  path: '/users/verify-otp',
  summary: 'Verify the second factor; on first setup this also returns the backup codes',
  auth: false,
  body: otpFields
    .refine((body) => (body.otpCode ?? body.code ?? body.backupCode ?? body.passkey) !== undefined, {
      path: ['otpCode'],
      error: messageKey('required'),
    })
    .meta({ examples: [{ requestKey: HANDLE, otpCode: '123456' }] }),
  reply: success(z.object({ token: z.string(), user: userSchema, backupCodes: z.array(z.string()).optional() })).meta({
    examples: [{ success: true, data: { token: TOKEN, user: USER, backupCodes: ['MFRGGZDFMZ'] } }],
  }),
  failures: ['otp.invalid', 'login.suspended'],
} as const satisfies Call;

const passkeyReply = success(z.object({ options: webauthnJson })).meta({
  examples: [{ success: true, data: { options: { challenge: 'mFz0d1y8w6B3', userVerification: 'required' } } }],
});

export const passkeyOptions = {
  method: 'POST',
  path: '/users/passkey-options',
  summary:
    'The request for a passkey as second factor, to answer in `passkey` within five minutes: a new one with the request ' +
    'key of a setup, one of the account’s with that of a login',
  auth: false,
  body: payload({ requestKey: handleField }, { requestKey: HANDLE }),
  reply: passkeyReply,
  // request.not_found: the edition has no passkeys.
  failures: ['otp.invalid', 'request.not_found'],
} as const satisfies Call;

export const passkeyProofOptions = {
  method: 'POST',
  path: '/users/passkey-proof-options',
  summary: 'The request for one of the user’s passkeys, for calls that take a second factor in a session',
  auth: true,
  reply: passkeyReply,
  failures: ['otp.invalid', 'auth.required', 'auth.expired'],
} as const satisfies Call;

/** A second factor in a session. */
const proofBody = payload(secondFactorFields, { otpCode: '123456' })
  .refine((body) => (body.otpCode ?? body.backupCode ?? body.passkey) !== undefined, {
    path: ['otpCode'],
    error: messageKey('required'),
  })
  .meta({ examples: [{ otpCode: '123456' }] });

export const addSecondFactor = {
  method: 'POST',
  path: '/users/second-factor',
  summary: 'Begin to set up another second factor, with one of the account’s; POST /users/verify-otp confirms it',
  auth: true,
  body: proofBody,
  reply: success(twoFactorSetupSchema).meta({ examples: [{ success: true, data: SETUP }] }),
  failures: ['otp.invalid', 'auth.required', 'auth.expired'],
} as const satisfies Call;

export const renewBackupCodes = {
  method: 'POST',
  path: '/users/backup-codes',
  summary: 'Replace the backup codes, with a second factor; the earlier ones are invalid then',
  auth: true,
  body: proofBody,
  reply: success(z.object({ backupCodes: z.array(z.string()) })).meta({
    examples: [{ success: true, data: { backupCodes: ['MFRGGZDFMZ'] } }],
  }),
  failures: ['otp.invalid', 'auth.required', 'auth.expired'],
} as const satisfies Call;

const loginBody = payload({ login: loginField }, { login: 'ada@example.org' });

export const resendEmailCode = {
  method: 'POST',
  path: '/users/resend-email-code',
  summary: 'Send the email code again; the response is the same for an unknown login',
  auth: false,
  body: loginBody,
  reply: codeReply,
  failures: ['proof.needed'],
} as const satisfies Call;

export const forgotPassword = {
  method: 'POST',
  path: '/users/forgot-password',
  summary: 'Send a code for a new password; the response is the same for an unknown login',
  auth: false,
  body: loginBody,
  reply: codeReply,
  failures: ['proof.needed'],
} as const satisfies Call;

export const resetPassword = {
  method: 'POST',
  path: '/users/reset-password',
  summary: 'Set a new password with the code; ends every session and forgets every device',
  auth: false,
  body: payload(
    { requestId: handleField, code: codeField, password: passwordField },
    { requestId: HANDLE, code: '123456', password: 'Secret2!' },
  ),
  reply: done,
  failures: ['email_code.expired', 'email_code.wrong'],
} as const satisfies Call;

export const logout = {
  method: 'POST',
  path: '/users/logout',
  summary: 'End this session',
  auth: true,
  reply: done,
  failures: ['auth.required', 'auth.expired'],
} as const satisfies Call;

export const tellWinners = {
  method: 'POST',
  path: '/users/tell-winners',
  summary: 'Ask for an email when the winners are announced, or take that back',
  auth: true,
  body: payload({ wanted: z.boolean({ error: messageKey('required') }) }, { wanted: true }),
  reply: done,
  failures: ['auth.required', 'auth.expired'],
} as const satisfies Call;

export const info = {
  method: 'GET',
  path: '/users/info',
  summary: 'The signed-in user and their verifications',
  auth: true,
  // Contains an open Instagram verification, for a reload or another device of the same user.
  reply: success(userSchema.extend({ verifications: z.array(verificationSchema) }))
    .extend({ metadata: z.object({ openInstagram: openInstagramSchema }).optional() })
    .meta({
      examples: [
        {
          success: true,
          data: { ...USER, verifications: [{ type: 'PHONE', verified: true }] },
          metadata: { openInstagram: { verificationStatus: 'IN_PROGRESS', proofCode: 'K7M2QX' } },
        },
      ],
    }),
  failures: ['auth.required', 'auth.expired'],
} as const satisfies Call;
