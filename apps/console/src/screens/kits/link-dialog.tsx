import { zodResolver } from '@hookform/resolvers/zod';
import { linkKit } from '@laurel/contracts/console/calls/kits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFieldText } from '../../i18n/field-text.ts';
import { useLanguage } from '../../i18n/language.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import { Failure } from '../../ui/states.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Kit } from './types.ts';

type Props = { kit: Kit; onClose(): void };

/** Makes the link to a nominee's kit, mails it if there is an address, and shows it once. */
export const LinkDialog = ({ kit, onClose }: Props) => {
  const { t } = useTranslation(['kits', 'common']);
  const language = useLanguage();
  const name = kit.name[language];
  const fieldText = useFieldText();
  const run = useChange();
  const [made, setMade] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const form = useForm({ resolver: zodResolver(linkKit.body), defaultValues: { email: '', language } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      const said = t(body.email === '' ? 'saidMade' : 'saidMailed', { name });
      setMade((await run(() => call(linkKit, { params: kit, body }), said)).data.link);
    } catch (error) {
      setFailure(error);
    }
  });
  return (
    <Dialog title={t('linkTitle', { name })} onClose={onClose} closable={!isSubmitting}>
      {made === undefined ? (
        <Form onSubmit={submit}>
          <p>{t(kit.madeAt === null ? 'linkText' : 'linkAgainText')}</p>
          <Field
            {...form.register('email')}
            type="email"
            label={t('email')}
            hint={t('emailHint')}
            autoComplete="off"
            error={fieldText(errors.email?.message)}
          />
          {failure !== undefined && <Failure error={failure} />}
          <DialogActions>
            <Button type="submit" tone="main" busy={isSubmitting}>
              {t('link')}
            </Button>
          </DialogActions>
        </Form>
      ) : (
        <>
          <Note>
            <span translate="no">{made}</span>
          </Note>
          <Note tone="warn">{t('once')}</Note>
          <DialogActions>
            <CopyButton tone="main" text={made} label={t('copy')} />
          </DialogActions>
        </>
      )}
    </Dialog>
  );
};
