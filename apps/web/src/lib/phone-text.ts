import { type CallingCode, callingCodeIn, dropsTrunkZero } from '@laurel/contracts/calling-codes';
import { type InputDetails, isTypedOver } from './input.ts';
import { PHONE_INPUT_MAX } from './limits.ts';

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Digits that begin with a calling code, without the trunk zero after it. */
const withoutTrunkZero = (digits: string): string => {
  const found = callingCodeIn(digits);
  if (!found || !dropsTrunkZero(found) || digits[found.code.length] !== '0') return digits;
  return found.code + digits.slice(found.code.length + 1);
};

const lengthOf = ({ groups }: CallingCode): number => groups.reduce((sum, length) => sum + length, 0);

/** How a text came into the field. */
export type Origin = 'typed' | 'deleted' | 'pasted';

/**
 * The number that a text means: a plus and digits (VA-10), or a single 0, which may become 00 or the beginning of a
 * national number. Everything else is removed.
 * @param home the calling code of the chosen country, to which a number without one belongs
 */
export const phoneOf = (text: string, home: CallingCode | undefined, origin: Origin): string => {
  const plain = text.normalize('NFKC');
  const digits = digitsOf(plain);
  const plus = plain.charAt(plain.search(/[+\d]/)) === '+';
  // After a deletion, a zero at the beginning is not read as a prefix: the user may type other digits before it.
  if (origin === 'deleted') return digits === '' && !plus ? '' : `+${digits}`;
  if (plus) return `+${withoutTrunkZero(digits)}`;
  if (digits === '' || digits === '0') return digits;
  if (digits.startsWith('00')) return `+${withoutTrunkZero(digits.slice(2))}`;
  if (digits.startsWith('0')) return home ? `+${withoutTrunkZero(home.code + digits)}` : `+${digits}`;
  // A pasted number may be in its national form without a zero. While the user types, the length is not known yet.
  const national = origin === 'pasted' && home && digits.length === lengthOf(home) && !digits.startsWith(home.code);
  return `+${withoutTrunkZero(national ? home.code + digits : digits)}`;
};

/** The number in the groups of its country: +380 67 123 45 67. Digits beyond the last group stay in it. */
export const groupedPhone = (phone: string): string => {
  const digits = digitsOf(phone);
  const found = phone.startsWith('+') ? callingCodeIn(digits) : undefined;
  if (!found) return phone;
  let rest = digits.slice(found.code.length);
  const parts = [`+${found.code}`];
  for (const [place, length] of found.groups.entries()) {
    const end = place === found.groups.length - 1 ? rest.length : length;
    if (rest !== '') parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return parts.join(' ');
};

/**
 * The number that a field shows: in groups, or as the browser filled it in.
 * @param home the calling code of the chosen country
 */
export const shownPhone = (text: string, home: CallingCode | undefined): string => {
  const own = `+${digitsOf(text)}`;
  return text === groupedPhone(own) ? own : phoneOf(text, home, 'pasted');
};

/** A number with the calling code of another country. */
export const phoneIn = (phone: string, { code }: CallingCode): string => {
  const digits = digitsOf(phone);
  const found = callingCodeIn(digits);
  return `+${withoutTrunkZero(code + digits.slice(found?.code.length ?? 0))}`;
};

/** The text and the cursor of the field after an input event, which may have been anywhere in the text. */
export type Edit = InputDetails & { readonly text: string; readonly cursor: number };

const originOf = ({ inputType, data }: InputDetails): Origin => {
  if (inputType?.startsWith('delete')) return 'deleted';
  return inputType?.startsWith('insert') && data?.length === 1 ? 'typed' : 'pasted';
};

const cut = (edit: Edit, from: number, to: number): Edit => ({
  ...edit,
  text: edit.text.slice(0, from) + edit.text.slice(to),
  cursor: from,
});

/** Deleting a space deletes the digit beyond it: the space alone would come back. */
const withDigitDeleted = (edit: Edit, before: string): Edit => {
  const { text, cursor, inputType } = edit;
  if (digitsOf(text) !== digitsOf(before)) return edit;
  if (inputType === 'deleteContentBackward' && /\d/.test(text.charAt(cursor - 1))) return cut(edit, cursor - 1, cursor);
  if (inputType === 'deleteContentForward' && /\d/.test(text.charAt(cursor))) return cut(edit, cursor, cursor + 1);
  return edit;
};

/** The place in a grouped number after its first `count` digits. */
const placeAfter = (grouped: string, count: number): number => {
  let seen = 0;
  for (const [place, character] of Array.from(grouped).entries()) {
    if (seen === count && character !== '+') return place;
    if (/\d/.test(character)) seen += 1;
  }
  return grouped.length;
};

/** What the field keeps after an input event: the number, its text in groups, and the cursor at its digit. */
export type PhoneEdit = { readonly phone: string; readonly text: string; readonly cursor: number };

/**
 * Applies an input event to the field.
 * @param before the number before the event
 */
export const editPhone = (before: string, given: Edit, home: CallingCode | undefined): PhoneEdit => {
  const origin = originOf(given);
  const whole = origin === 'deleted' ? withDigitDeleted(given, before) : given;
  // The number is cut, not its text: separators and prefixes do not count.
  const { length } = phoneOf(whole.text, home, origin);
  const edit = isTypedOver(PHONE_INPUT_MAX, length, given)
    ? cut(whole, Math.max(0, whole.cursor - (length - PHONE_INPUT_MAX)), whole.cursor)
    : whole;
  const phone = phoneOf(edit.text, home, origin);
  const text = groupedPhone(phone);
  const digits = digitsOf(phone);
  const left = digitsOf(edit.text.slice(0, edit.cursor));
  const right = digitsOf(edit.text.slice(edit.cursor));
  // An added or dropped prefix changes the digits before the cursor; then the digits after it give the place.
  const count = digits.startsWith(left) ? left.length : Math.max(0, digits.length - right.length);
  return { phone, text, cursor: placeAfter(text, count) };
};
