import { zodResolver } from '@hookform/resolvers/zod';
import { addEntry, type Entry } from '@laurel/contracts/calls/entries';
import { ENTRY_WHY_MAX } from '@laurel/contracts/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFailureText, useFieldText } from '../../../i18n/failure-text.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import { fieldCodesOf } from '../../../lib/failure-details.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { sendEntry, takeBack } from '../api.ts';

type Props = {
  /** Where the name is put forward, in words and by its tags. */
  place: string;
  nomination: string;
  niche: string;
  /** The entry to change. */
  entry: Entry | undefined;
  /** The names that the edition lists in the category: nobody needs to put them forward. */
  names: readonly string[];
  /** Called after the entry was stored or withdrawn. */
  onDone(done: 'sent' | 'changed' | 'withdrawn'): void;
  /** Called with a refusal that another step answers; false if this form shows it. */
  onRefused(failure: ApiFailure): boolean;
};

const schema = addEntry.body.pick({ name: true, link: true, why: true });
const FIELDS = ['name', 'link', 'why'] as const;

/** The form of a name that is put forward: name, link, and why. */
export const EntryFormModal = ({ place, nomination, niche, entry, names, onDone, onRefused }: Props) => {
  const { t } = useTranslation('entries');
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { register, handleSubmit, setError, formState, watch } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { name: entry?.name ?? '', link: entry?.link ?? '', why: entry?.why ?? '' },
  });
  const { errors, isSubmitting } = formState;
  const typed = watch('name').trim().toLowerCase();
  const alike = typed.length > 1 ? names.filter((name) => name.toLowerCase().includes(typed)).slice(0, 5) : [];

  const show = (failure: ApiFailure): void => {
    if (onRefused(failure)) return;
    const codes = fieldCodesOf(failure);
    const named = FIELDS.filter((field) => codes.has(field));
    for (const field of named) setError(field, { message: codes.get(field) ?? '' });
    if (named.length === 0) setError('root', { message: failureText(failure, 'entry') });
  };
  const submit = handleSubmit(async (given) => {
    const failure = await sendEntry({ nomination, niche, ...given, ...(entry ? { replaces: entry.id } : {}) });
    if (failure) show(failure);
    else onDone(entry ? 'changed' : 'sent');
  });
  const withdraw = async (id: string): Promise<void> => {
    setWithdrawing(true);
    const failure = await takeBack(id);
    setWithdrawing(false);
    if (failure) show(failure);
    else onDone('withdrawn');
  };

  return (
    <Stage name="entry">
      <DialogTitle>{t(entry ? 'changeTitle' : 'formTitle')}</DialogTitle>
      <DialogLead>{place}</DialogLead>
      {errors.root?.message !== undefined && <Notice tone="bad">{errors.root.message}</Notice>}
      <form noValidate onSubmit={(event) => void submit(event)}>
        <FormField
          {...register('name')}
          label={t('name')}
          autoComplete="off"
          dir="auto"
          hint={alike.length > 0 ? t('listed', { names: alike.join(', ') }) : undefined}
          error={fieldText(errors.name?.message)}
        />
        <FormField
          {...register('link')}
          label={t('link')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldText(errors.link?.message)}
        />
        <FormField
          {...register('why')}
          label={t('why')}
          maxLength={ENTRY_WHY_MAX}
          autoComplete="off"
          dir="auto"
          error={fieldText(errors.why?.message)}
        />
        <Button type="submit" full busy={isSubmitting}>
          {t(entry ? 'save' : 'send')}
        </Button>
      </form>
      {entry && (
        <Button tone="plain" full busy={isWithdrawing} onClick={() => void withdraw(entry.id)}>
          {t('withdraw')}
        </Button>
      )}
    </Stage>
  );
};
