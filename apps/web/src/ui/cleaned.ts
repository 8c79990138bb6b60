import { PASSWORD_MAX, PHONE_INPUT_MAX } from '@laurel/contracts/limits';
import type { ChangeEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { type InputDetails, isTypedOver, phoneText, typedTrimmed } from '../lib/input.ts';

type Cleaning = {
  /** What of a value the field keeps. */
  clean(value: string): string;
  /** How many characters can be typed. Unlike `maxLength` it does not cut what is pasted. */
  readonly max?: number;
};

/** Fields that several forms have. */
export const PHONE: Cleaning = { clean: phoneText, max: PHONE_INPUT_MAX };
export const NEW_PASSWORD: Cleaning = { clean: typedTrimmed, max: PASSWORD_MAX };
export const TRIMMED: Cleaning = { clean: typedTrimmed };

/** What a registered field gives its input. */
export type CleanedField = Omit<UseFormRegisterReturn, 'onChange'> & {
  onChange(event: ChangeEvent<HTMLInputElement>): void;
};

const detailsOf = (event: Event): InputDetails => (event instanceof InputEvent ? event : {});

/** Takes the last characters before the cursor out again: those that were typed, wherever in the field that was. */
const takeBack = (input: HTMLInputElement, count: number): void => {
  const { value } = input;
  const cursor = input.selectionStart ?? value.length;
  const to = Math.max(0, cursor - count);
  input.value = value.slice(0, to) + value.slice(cursor);
  input.setSelectionRange(to, to);
};

/**
 * A registered field whose value is cleaned before the form reads it. Cleaned afterwards, by `setValue`, the form takes
 * its check of the value for outdated, drops the result, and keeps the error of the value before.
 */
export const cleaned = (field: UseFormRegisterReturn, { clean, max }: Cleaning): CleanedField => ({
  ...field,
  onChange: (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const value = clean(input.value);
    if (max !== undefined && isTypedOver(max, value.length, detailsOf(event.nativeEvent))) {
      takeBack(input, value.length - max);
    }
    const kept = clean(input.value);
    // Setting a value moves the cursor to its end.
    if (kept !== input.value) input.value = kept;
    void field.onChange(event);
  },
});
