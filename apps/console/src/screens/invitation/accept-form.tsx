import { zodResolver } from '@hookform/resolvers/zod';
import { browserName } from '@laurel/contracts/console/browser-name';
import { acceptInvitation, invitationOptions, shortNameSchema } from '@laurel/contracts/console/calls/session';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFieldText } from '../../i18n/field-text.ts';
import { call } from '../../lib/call.ts';
import { isFailure, isRetryable } from '../../lib/failure.ts';
import { hasPasskeys, makePasskey, PasskeyFailure } from '../../lib/passkey.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Note } from '../../ui/note.tsx';
import { Trouble } from '../../ui/trouble.tsx';

const form = z.object({ label: shortNameSchema });

type Props = { token: string; options: Readonly<Record<string, unknown>>; onAccepted(): void };

/** The form that makes the passkey of an invitation. */
export const AcceptForm = ({ token, options, onAccepted }: Props) => {
  const { t } = useTranslation('invitation');
  const fieldText = useFieldText();
  const [trouble, setTrouble] = useState<unknown>(hasPasskeys() ? undefined : new PasskeyFailure('unsupported'));
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { label: browserName(navigator.userAgent, 'Passkey') },
  });
  const { errors, isSubmitting } = formState;
  /** A passkey was sent but no answer arrived, so the invitation may already be used. */
  const [isUnclear, setUnclear] = useState(false);
  const [isUsed, setUsed] = useState(false);
  /**
   * The server's options for the passkey. After a lost answer, reads them again first: this fails if the invitation is
   * already used. Otherwise the device would replace its registered passkey with one that the server does not know.
   */
  const request = async () => (isUnclear ? (await call(invitationOptions, { body: { token } })).data.options : options);
  const submit = handleSubmit(async ({ label }) => {
    setTrouble(undefined);
    try {
      const passkey = await makePasskey(await request());
      setUnclear(true);
      await call(acceptInvitation, { body: { token, passkey, label } });
      onAccepted();
    } catch (error) {
      if (isUnclear && isFailure(error, 'console.invitation_invalid')) return setUsed(true);
      if (!isRetryable(error)) setUnclear(false);
      setTrouble(error);
    }
  });
  if (isUsed) {
    return (
      <>
        <div role="alert">
          <Note tone="warn">{t('used')}</Note>
        </div>
        <LinkButton tone="main" to="/sign-in" replace>
          {t('signIn')}
        </LinkButton>
      </>
    );
  }
  return (
    <Form onSubmit={submit}>
      <Field
        {...register('label')}
        label={t('label')}
        hint={t('labelHint')}
        autoComplete="off"
        error={fieldText(errors.label?.message)}
      />
      {trouble !== undefined && <Trouble error={trouble} />}
      <Button type="submit" tone="main" busy={isSubmitting}>
        {t('action')}
      </Button>
      <p>{t('what')}</p>
    </Form>
  );
};
