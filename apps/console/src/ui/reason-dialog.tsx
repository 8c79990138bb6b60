import { zodResolver } from '@hookform/resolvers/zod';
import { reasonSchema } from '@laurel/contracts/console/call';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFieldText } from '../i18n/field-text.ts';
import { asFailure, fieldsOf } from '../lib/failure.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { TextArea } from './field.tsx';
import { Form } from './form.tsx';
import { Failure } from './states.tsx';

const form = z.object({ reason: reasonSchema });

type Props = {
  title: string;
  /** The label of the button that does it: a verb. */
  action: string;
  /** Makes the change. The dialog closes when it resolves, and shows the failure when it rejects. */
  onConfirm(reason: string): Promise<unknown>;
  onClose(): void;
  /** `danger` for what can't be undone. */
  tone?: 'main' | 'danger';
  /** Whether the change can be made, such as when the other fields are valid. */
  ready?: boolean;
  /** What will happen, in numbers, and the other fields of the change. */
  children?: ReactNode;
};

/** Asks before a change: says what will happen, and takes the reason that the audit log keeps. */
export const ReasonDialog = ({ title, action, onConfirm, onClose, tone = 'main', ready = true, children }: Props) => {
  const { t } = useTranslation();
  const fieldText = useFieldText();
  const [failure, setFailure] = useState<unknown>();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { reason: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ reason }) => {
    if (!ready) return;
    setFailure(undefined);
    try {
      await onConfirm(reason);
      onClose();
    } catch (error) {
      const message = fieldsOf(asFailure(error)).reason;
      if (message === undefined) setFailure(error);
      else setError('reason', { message }, { shouldFocus: true });
    }
  });
  return (
    <Dialog title={title} onClose={onClose} closable={!isSubmitting}>
      <Form onSubmit={submit}>
        {children}
        <TextArea
          {...register('reason')}
          label={t('reason.label')}
          hint={t('reason.hint')}
          error={errors.reason?.message === undefined ? undefined : fieldText(errors.reason.message)}
        />
        {failure !== undefined && <Failure error={failure} />}
        <DialogActions>
          <Button onClick={onClose} disabled={isSubmitting}>
            {t('cancel')}
          </Button>
          <Button type="submit" tone={tone} busy={isSubmitting} disabled={!ready}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
