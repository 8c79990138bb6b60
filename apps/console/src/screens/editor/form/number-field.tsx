import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../../i18n/numbers.ts';
import { Field } from '../../../ui/field.tsx';
import type { ControlProps } from './text-field.tsx';
import { useField } from './use-field.ts';

/** A number of a draft. What is no number yet stays in the field, and is not saved. */
export const NumberField = ({ field: { min = 0, max = 0, standard }, path, label, hint }: ControlProps) => {
  const { t } = useTranslation('edition-form');
  const numbers = useNumbers();
  const { draft, value, problem, visitor, enter } = useField(path);
  const [typed, setTyped] = useState<string>();
  const usual = typeof standard === 'number' ? t('standard', { value: numbers.count(standard) }) : undefined;
  return (
    <Field
      label={label}
      hint={visitor('') ?? ([hint, usual].filter((each) => each !== undefined).join(' ') || undefined)}
      error={typed === undefined ? problem('') : t('wholeNumber', { min, max: numbers.count(max) })}
      inputMode="numeric"
      value={typed ?? (value === null ? '' : String(value))}
      readOnly={!draft.mayEdit}
      onFocus={enter('')}
      onChange={({ target }) => {
        const text = target.value.trim();
        const number = Number(text);
        const isGood = text === '' || (/^\d+$/.test(text) && number >= min && number <= max);
        setTyped(isGood ? undefined : target.value);
        if (isGood) draft.set(path, text === '' ? null : number);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
};
