import type { EditionField } from '@laurel/contracts/console/edition-fields';
import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import type { ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, TextArea } from '../../../ui/field.tsx';
import { useField } from './use-field.ts';

export type ControlProps = { field: EditionField; path: string; label: string; hint?: string };
/** `part` is the language of a text, like `.en`. */
type Props = ControlProps & { part: string; lang?: Language };

/** From this share of its length on, a text is counted. */
const COUNTED = 0.8;

/** A text of a draft, which is saved as it is typed. */
export const TextField = ({ field, path, part, lang, label, hint }: Props) => {
  const { t } = useTranslation('edition-form');
  const { draft, problem, visitor, enter } = useField(path);
  const { max = Number.POSITIVE_INFINITY } = field;
  const value = draft.get(`${path}${part}`);
  const text = value === null ? '' : String(value);
  const write = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const isEmpty = LANGUAGES.every((each) => `.${each}` === part || !draft.get(`${path}.${each}`));
    // An optional text is missing in all languages, or in none.
    if (part !== '' && field.optional && target.value === '' && isEmpty) draft.set(path, null);
    else draft.set(`${path}${part}`, target.value === '' ? null : target.value);
  };
  const control = {
    label,
    hint: visitor(part) ?? (text.length > max * COUNTED ? t('count', { count: text.length, max }) : hint),
    error: text.length > max ? t('long', { count: text.length - max }) : problem(part),
    value: text,
    readOnly: !draft.mayEdit,
    onChange: write,
    onFocus: enter(part),
    ...(lang === undefined ? {} : { lang }),
  };
  return field.kind === 'prose' ? (
    <TextArea {...control} rows={3} />
  ) : (
    <Field {...control} inputMode={field.kind === 'link' ? 'url' : 'text'} />
  );
};
