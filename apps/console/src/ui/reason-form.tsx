import { zodResolver } from '@hookform/resolvers/zod';
import { reasonSchema } from '@laurel/contracts/console/call';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFieldText } from '../i18n/field-text.ts';
import { asFailure, fieldsOf } from '../lib/failure.ts';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import { TextArea } from './field.tsx';
import { Form } from './form.tsx';
import { Failure } from './states.tsx';

const form = z.object({ reason: reasonSchema });

type Props = {
  action: string;
  onConfirm(reason: string): Promise<unknown>;
  onClose(): void;
  tone: 'main' | 'danger';
  ready: boolean;
  /** Called when the change starts and ends: in between, the dialog can't be closed. */
  onBusy(busy: boolean): void;
  children: ReactNode;
};

/** The form of a ReasonDialog. Its code loads with the first dialog. */
export const ReasonForm = ({ action, onConfirm, onClose, tone, ready, onBusy, children }: Props) => {
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
    onBusy(true);
    try {
      await onConfirm(reason);
      onClose();
    } catch (error) {
      const message = fieldsOf(asFailure(error)).reason;
      if (message === undefined) setFailure(error);
      else setError('reason', { message }, { shouldFocus: true });
    } finally {
      onBusy(false);
    }
  });
  return (
    <Form onSubmit={submit}>
      {children}
      <TextArea
        {...register('reason')}
        label={t('reason.label')}
        hint={t('reason.hint')}
        error={fieldText(errors.reason?.message)}
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
  );
};
