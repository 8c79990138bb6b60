import { z } from 'zod';
import { registerSchemaFor } from './calls/account.ts';
import { codeField, passwordField, repeatPasswordField } from './fields.ts';
import { FIELD_MESSAGES } from './messages.ts';

/** A schema of its own beside the form's: a difference is told at once, not only when all other fields are right. */
const passwordsMatch = z
  .object(
    { password: z.string().trim().catch(''), repeatPassword: z.string().trim().catch('') },
    { error: FIELD_MESSAGES.bodyInvalid },
  )
  .refine(({ password, repeatPassword }) => password === repeatPassword, {
    path: ['repeatPassword'],
    error: FIELD_MESSAGES.passwordsDiffer,
  });

/** VA-04: an edition's signup form: what register takes, and the password again, which is dropped before sending. */
export const signupFormFor = (blockedRegions: readonly string[]) =>
  registerSchemaFor(blockedRegions).extend({ repeatPassword: repeatPasswordField }).and(passwordsMatch);

/** The form for a new password: the code from the mail, and the password twice. */
export const newPasswordForm = z
  .object(
    { code: codeField, password: passwordField, repeatPassword: repeatPasswordField },
    { error: FIELD_MESSAGES.bodyInvalid },
  )
  .and(passwordsMatch);
