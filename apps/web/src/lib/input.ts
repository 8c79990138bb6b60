import { CODE_LENGTH } from '@laurel/contracts/limits';

/**
 * The digits that a code field takes from its text: all of them, or the code that was added to others. Undefined if they
 * are more than a code has: a part of them may be another code.
 * @param before the field's digits before
 */
export const codeIn = (text: string, before: string): string | undefined => {
  const digits = text.replace(/\D/g, '');
  if (digits.length <= CODE_LENGTH) return digits;
  const added = digits.startsWith(before) ? digits.slice(before.length) : digits;
  return added.length === CODE_LENGTH ? added : undefined;
};

/** Cleans a password or username field: no white space at either end. */
export const typedTrimmed = (value: string): string => value.trim();

/** The kinds of input (W3C Input Events) that add characters one by one. */
const TYPING: ReadonlySet<string | undefined> = new Set(['insertText', 'insertCompositionText']);

/** The fields of an input event; a password manager's event has none. */
export type InputDetails = { readonly inputType?: string | undefined; readonly data?: string | null | undefined };

/**
 * Whether an input event is typing beyond the limit of its field; then the field cuts the value. A pasted or filled-in
 * value is never cut, because part of a phone number is another person's number: validation rejects it as a whole.
 * @param length of the field's value after the event
 */
export const isTypedOver = (max: number, length: number, { inputType, data }: InputDetails): boolean =>
  TYPING.has(inputType) && length > max && length - (data?.length ?? 0) <= max;
