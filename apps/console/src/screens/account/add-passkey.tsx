import { zodResolver } from '@hookform/resolvers/zod';
import { browserName } from '@laurel/contracts/console/browser-name';
import { addPasskey, passkeyOptions, shortNameSchema } from '@laurel/contracts/console/calls/session';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFieldText } from '../../i18n/field-text.ts';
import { call } from '../../lib/call.ts';
import { makePasskey } from '../../lib/passkey.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Trouble } from '../../ui/trouble.tsx';

const form = z.object({ label: shortNameSchema });

/** Makes another passkey for the signed-in person. */
export const AddPasskey = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation(['account', 'common']);
  const fieldText = useFieldText();
  const queryClient = useQueryClient();
  const [trouble, setTrouble] = useState<unknown>();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { label: browserName(navigator.userAgent, 'Passkey') },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ label }) => {
    setTrouble(undefined);
    try {
      const { data } = await call(passkeyOptions, { body: {} });
      const passkey = await makePasskey(data.options);
      await call(addPasskey, { body: { passkey, label } });
      await queryClient.invalidateQueries();
      showToast(t('passkeys.added'));
      onClose();
    } catch (error) {
      setTrouble(error);
    }
  });
  return (
    <Dialog title={t('passkeys.add')} onClose={onClose} closable={!isSubmitting}>
      <p>{t('passkeys.addText')}</p>
      <Form onSubmit={submit}>
        <Field
          {...register('label')}
          label={t('passkeys.label')}
          hint={t('passkeys.labelHint')}
          autoComplete="off"
          error={fieldText(errors.label?.message)}
        />
        {trouble !== undefined && <Trouble error={trouble} />}
        <DialogActions>
          <Button onClick={onClose} disabled={isSubmitting}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" tone="main" busy={isSubmitting}>
            {t('passkeys.make')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
