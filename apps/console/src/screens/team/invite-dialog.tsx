import { zodResolver } from '@hookform/resolvers/zod';
import { invite } from '@laurel/contracts/console/calls/team';
import { ROLES, type Role } from '@laurel/contracts/console/permissions';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../i18n/failure-text.ts';
import { useFieldText } from '../../i18n/field-text.ts';
import { useLanguage } from '../../i18n/language.ts';
import { call } from '../../lib/call.ts';
import { isFailure } from '../../lib/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field, Select, TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Failure } from '../../ui/states.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Link } from './types.ts';

type Props = { onLink(link: Link): void; onClose(): void };

const EMPTY: { name: string; role: Role; email: string; reason: string } = {
  name: '',
  role: 'support',
  email: '',
  reason: '',
};

/** Invites a person: the server answers with a link that works once. */
export const InviteDialog = ({ onLink, onClose }: Props) => {
  const { t } = useTranslation(['team', 'common', 'roleNotes']);
  const language = useLanguage();
  const fieldText = useFieldText();
  const failureText = useFailureText();
  const run = useChange();
  const [failure, setFailure] = useState<unknown>();
  const { register, handleSubmit, setError, watch, formState } = useForm({
    resolver: zodResolver(invite.body),
    defaultValues: { ...EMPTY, language },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      const { data } = await run(() => call(invite, { body }), t('said.invited', { name: body.name }));
      onLink({ ...data, name: body.name, mailedTo: body.email });
      onClose();
    } catch (error) {
      if (isFailure(error, 'console.name_taken')) {
        setError('name', { message: failureText(error) }, { shouldFocus: true });
      } else setFailure(error);
    }
  });
  return (
    <Dialog title={t('invite.title')} onClose={onClose} closable={!isSubmitting}>
      <p>{t('invite.text')}</p>
      <Form onSubmit={submit}>
        <Field
          {...register('name')}
          label={t('invite.name')}
          hint={t('invite.nameHint')}
          autoComplete="off"
          error={fieldText(errors.name?.message)}
        />
        <Select
          {...register('role')}
          label={t('role.label')}
          hint={t(`roleNotes:${watch('role')}`)}
          options={ROLES.map((role) => ({ value: role, label: t(`common:roles.${role}`) }))}
        />
        <Field
          {...register('email')}
          type="email"
          label={t('invite.email')}
          hint={t('invite.emailHint')}
          autoComplete="off"
          error={fieldText(errors.email?.message)}
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
            {t('invite.action')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
