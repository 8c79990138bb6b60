import { z } from 'zod';
import { registerSchemaFor } from './calls/account.ts';
import { codeField, passwordField, repeatPasswordField } from './fields.ts';
import { FIELD_MESSAGES } from './messages.ts';

/** A separate schema, because zod skips a form's refinements while other fields are invalid. */
const passwordsMatch = z
  .object(
    { password: z.string().trim().catch(''), repeatPassword: z.string().trim().catch('') },
    { error: FIELD_MESSAGES.bodyInvalid },
  )
  .refine(({ password, repeatPassword }) => password === repeatPassword, {
    path: ['repeatPassword'],
    error: FIELD_MESSAGES.passwordsDiffer,
  });

/** VA-04: an edition's signup form: the registration payload and the repeated password, which is not sent. */
export const signupFormFor = (blockedRegions: readonly string[]) =>
  registerSchemaFor(blockedRegions).extend({ repeatPassword: repeatPasswordField }).and(passwordsMatch);

/** The form for a new password. */
export const newPasswordForm = z
  .object(
    { code: codeField, password: passwordField, repeatPassword: repeatPasswordField },
    { error: FIELD_MESSAGES.bodyInvalid },
  )
  .and(passwordsMatch);
