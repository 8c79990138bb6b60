import { zodResolver } from '@hookform/resolvers/zod';
import { readAlarm, setAlarm } from '@laurel/contracts/console/calls/alarms';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFieldText } from '../../i18n/field-text.ts';
import { useLanguage } from '../../i18n/language.ts';
import { type CallAnswer, call } from '../../lib/call.ts';
import { keyOf, queryOf } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Waiting } from '../../ui/states.tsx';
import { Trouble } from '../../ui/trouble.tsx';
import { useChange } from '../../ui/use-change.ts';

const AlarmForm = (stored: CallAnswer<typeof readAlarm>) => {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const fieldText = useFieldText();
  const run = useChange(keyOf(readAlarm));
  const [trouble, setTrouble] = useState<unknown>();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(setAlarm.body),
    defaultValues: { ...stored, language },
  });
  const submit = handleSubmit((body) =>
    run(() => call(setAlarm, { body: { ...body, language } }), t('alarm.saved')).then(
      () => setTrouble(undefined),
      setTrouble,
    ),
  );
  return (
    <Form onSubmit={submit}>
      <p>{t('alarm.text')}</p>
      <Field
        {...register('to')}
        type="email"
        label={t('alarm.to')}
        hint={t('alarm.hint')}
        error={fieldText(formState.errors.to?.message)}
      />
      {trouble !== undefined && <Trouble error={trouble} />}
      <div>
        <Button type="submit" busy={formState.isSubmitting}>
          {t('alarm.save')}
        </Button>
      </div>
    </Form>
  );
};

/** Where the person is told of suspicious votes. */
export const MyAlarm = () => {
  const { t } = useTranslation('account');
  const alarm = useQuery(queryOf(readAlarm, {}));
  return (
    <Card title={t('alarm.title')}>
      <Waiting query={alarm} lines={3} inCard />
      {alarm.data && <AlarmForm key={alarm.data.to} {...alarm.data} />}
    </Card>
  );
};
