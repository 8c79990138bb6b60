import { CODE_LENGTH, PHONE_INPUT_MAX } from '@laurel/contracts/limits';

/** What a person may type into a phone field: digits after a leading plus, at most 16 characters (VA-05, VA-10). */
export const typedPhone = (value: string): string => {
  const digits = value.replace(/\D/g, '');
  if (digits === '') return value.trim().startsWith('+') ? '+' : '';
  return `+${digits}`.slice(0, PHONE_INPUT_MAX);
};

/** What a person may type into a code field: six digits at most. */
export const typedCode = (value: string): string => value.replace(/\D/g, '').slice(0, CODE_LENGTH);

/** What a person may type into a password or username field: no white space at either end. */
export const typedTrimmed = (value: string): string => value.trim();
