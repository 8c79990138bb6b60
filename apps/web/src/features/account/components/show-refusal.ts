import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import type { FieldErrors } from '../flow.ts';

/**
 * Shows a refusal at its fields and focuses the first one. A refusal without fields is shown above the form.
 * @param text the text of the refusal, for fields without a message of their own
 */
export const showRefusal = <Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  { fields, messages }: FieldErrors<FieldPath<Values>>,
  text: string,
): void => {
  for (const [place, field] of fields.entries()) {
    setError(field, { message: messages.get(field) ?? text }, { shouldFocus: place === 0 });
  }
  if (fields.length === 0) setError('root', { message: text });
};
