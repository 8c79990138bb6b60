import { z } from 'zod';
import { registerSchemaFor } from './calls/account.ts';
import { codeField, passwordField, repeatPasswordField } from './fields.ts';
import { messageKey } from './messages.ts';

/** A separate schema, because zod skips a form's refinements while other fields are invalid. */
const passwordsMatch = z
  .object(
    { password: z.string().trim().catch(''), repeatPassword: z.string().trim().catch('') },
    { error: messageKey('bodyInvalid') },
  )
  .refine(({ password, repeatPassword }) => password === repeatPassword, {
    path: ['repeatPassword'],
    error: messageKey('passwordsDiffer'),
  });

/**
 * VA-04: an edition's signup form: the registration payload and the repeated password, which is not sent.
 * @param keepsPassword for a sign-up that corrects an earlier one: both passwords may be empty
 */
export const signupFormFor = (blockedRegions: readonly string[], keepsPassword = false) =>
  registerSchemaFor(blockedRegions)
    .extend({
      password: keepsPassword ? z.literal('') : passwordField,
      repeatPassword: keepsPassword ? z.literal('') : repeatPasswordField,
    })
    .and(passwordsMatch);

/** The form for a new password. */
export const newPasswordForm = z
  .object(
    { code: codeField, password: passwordField, repeatPassword: repeatPasswordField },
    { error: messageKey('bodyInvalid') },
  )
  .and(passwordsMatch);
