import { CODE_LENGTH } from '@laurel/contracts/limits';

/** Cleans a code field: six digits at most. */
export const typedCode = (value: string): string => value.replace(/\D/g, '').slice(0, CODE_LENGTH);

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
