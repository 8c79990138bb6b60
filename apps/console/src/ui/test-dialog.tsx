import { zodResolver } from '@hookform/resolvers/zod';
import { type MessageKind, readMessages, sendTestMessage } from '@laurel/contracts/console/calls/messages';
import type { VoterMail } from '@laurel/contracts/console/voter-mails';
import type { Language } from '@laurel/contracts/languages';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFieldText } from '../i18n/field-text.ts';
import { useLanguage } from '../i18n/language.ts';
import { call } from '../lib/call.ts';
import { keyOf } from '../lib/query.ts';
import { Button } from './button.tsx';
import { Choice } from './choice.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Field, TextArea } from './field.tsx';
import { Form } from './form.tsx';
import { Failure } from './states.tsx';
import { showToast } from './toast.tsx';

const FIELDS = { mail: { type: 'email', autoComplete: 'email' }, sms: { type: 'tel', autoComplete: 'tel' } } as const;

type Props = {
  /** A mail of a draft that is sent instead of a plain test, once the draft is saved. */
  of?: { draft: number; mail: VoterMail; language: Language; settled(): Promise<void> };
  onClose(): void;
};

/** Sends a test message to an address or number that the person enters, in the language of the page. The texts of `messages` must be loaded. */
export const TestDialog = ({ of, onClose }: Props) => {
  const { t } = useTranslation(['messages', 'common']);
  const language = useLanguage();
  const fieldText = useFieldText();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<unknown>();
  const { register, handleSubmit, watch, setValue, clearErrors, formState } = useForm({
    resolver: zodResolver(sendTestMessage.body),
    defaultValues: { kind: 'mail' as MessageKind, to: '', reason: '', language: of?.language ?? language },
  });
  const { errors, isSubmitting } = formState;
  const kind = watch('kind');
  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await of?.settled();
      const sent = of && body.kind === 'mail' ? { ...body, mail: of.mail, draft: of.draft } : body;
      await call(sendTestMessage, { body: sent });
      showToast(t('test.said'));
      await queryClient.invalidateQueries({ queryKey: keyOf(readMessages) });
      onClose();
    } catch (error) {
      setFailure(error);
    }
  });
  return (
    <Dialog title={t('test.title')} onClose={onClose} closable={!isSubmitting}>
      {of && <p>{t('test.ofDraft')}</p>}
      <p>{t('test.text')}</p>
      <Form onSubmit={submit}>
        {!of && (
          <Choice
            label={t('test.kind')}
            options={[
              { value: 'mail', label: t('kinds.mail') },
              { value: 'sms', label: t('kinds.sms') },
            ]}
            value={kind}
            onChange={(next) => {
              setValue('kind', next);
              clearErrors();
            }}
          />
        )}
        <Field
          {...register('to')}
          {...FIELDS[kind]}
          label={t(`test.${kind}`)}
          hint={kind === 'sms' ? t('test.smsHint') : undefined}
          error={fieldText(errors.to?.message)}
        />
        <TextArea
          {...register('reason')}
          label={t('common:reason.label')}
          hint={t('common:reason.hint')}
          error={fieldText(errors.reason?.message)}
        />
        {failure !== undefined && <Failure error={failure} />}
        <DialogActions>
          <Button onClick={onClose} disabled={isSubmitting}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" tone="main" busy={isSubmitting}>
            {t('test.send')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
