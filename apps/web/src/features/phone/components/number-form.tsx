import { zodResolver } from '@hookform/resolvers/zod';
import { phoneFieldFor } from '@laurel/contracts/fields';
import { PHONE_INPUT_MAX } from '@laurel/contracts/limits';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFieldText } from '../../../i18n/failure-text.ts';
import { typedPhone } from '../../../lib/input.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { mayRequest, type PhoneRequest } from '../flow.ts';
import { CooldownLine } from './resend-line.tsx';

type Props = {
  phoneNumber: string;
  blockedRegions: readonly string[];
  request: PhoneRequest;
  now: number;
  onSubmit(phoneNumber: string): Promise<void>;
};

/** The number to confirm. */
export const NumberForm = ({ phoneNumber, blockedRegions, request, now, onSubmit }: Props) => {
  const { t } = useTranslation('phone');
  const fieldText = useFieldText();
  const schema = useMemo(() => z.object({ phoneNumber: phoneFieldFor(blockedRegions) }), [blockedRegions]);
  const { register, handleSubmit, setValue, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { phoneNumber },
  });
  const error = formState.errors.phoneNumber?.message;
  const allowed = mayRequest(request, now);
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((given) => onSubmit(given.phoneNumber))(event)}>
      <FormField
        {...register('phoneNumber', { onChange: (event) => setValue('phoneNumber', typedPhone(event.target.value)) })}
        label={t('phone')}
        type="tel"
        inputMode="tel"
        maxLength={PHONE_INPUT_MAX}
        autoComplete="tel"
        error={error === undefined ? undefined : fieldText(error)}
      />
      <Button type="submit" full busy={formState.isSubmitting} disabled={!allowed}>
        {t('send')}
      </Button>
      {!allowed && <CooldownLine request={request} now={now} />}
    </form>
  );
};
