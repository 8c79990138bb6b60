import { PASSWORD_MAX } from '@laurel/contracts/limits';
import type { ChangeEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { type InputDetails, isTypedOver, typedTrimmed } from '../lib/input.ts';

type Cleaning = {
  /** Returns the value that the field keeps. */
  clean(value: string): string;
  /** The limit for typing. Unlike `maxLength` it does not cut a pasted value. */
  readonly max?: number;
};

/** The cleaning of new passwords. */
export const NEW_PASSWORD: Cleaning = { clean: typedTrimmed, max: PASSWORD_MAX };
/** The cleaning of passwords and usernames. */
export const TRIMMED: Cleaning = { clean: typedTrimmed };

/** The input props of a registered field. */
export type CleanedField = Omit<UseFormRegisterReturn, 'onChange'> & {
  onChange(event: ChangeEvent<HTMLInputElement>): void;
};

/** The details of an input event: a password manager's event has none. */
export const inputDetails = (event: Event): InputDetails =>
  event instanceof InputEvent ? { inputType: event.inputType, data: event.data } : {};

/** Removes the characters before the cursor, which were just typed. */
const removeTyped = (input: HTMLInputElement, count: number): void => {
  const { value } = input;
  const cursor = input.selectionStart ?? value.length;
  const to = Math.max(0, cursor - count);
  input.value = value.slice(0, to) + value.slice(cursor);
  input.setSelectionRange(to, to);
};

/**
 * A registered field whose value is cleaned before the form reads it. With `setValue` afterwards, the form would
 * discard its validation result as outdated and keep the old error.
 */
export const cleaned = (field: UseFormRegisterReturn, { clean, max }: Cleaning): CleanedField => ({
  ...field,
  onChange: (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const value = clean(input.value);
    if (max !== undefined && isTypedOver(max, value.length, inputDetails(event.nativeEvent))) {
      removeTyped(input, value.length - max);
    }
    const cleanValue = clean(input.value);
    // Setting a value moves the cursor to its end, so an equal value is not set.
    if (cleanValue !== input.value) input.value = cleanValue;
    void field.onChange(event);
  },
});
