import { zodResolver } from '@hookform/resolvers/zod';
import { phoneFieldFor } from '@laurel/contracts/fields';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFieldText } from '../../../i18n/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { shownValues } from '../../../ui/shown-values.ts';
import { mayRequest, type PhoneRequest } from '../flow.ts';
import { CooldownLine } from './resend-line.tsx';

type Props = {
  phoneNumber: string;
  /** Of the button. */
  tone: 'gold' | 'ghost';
  blockedRegions: readonly string[];
  request: PhoneRequest;
  now: number;
  onSubmit(phoneNumber: string): Promise<void>;
};

/** Asks for the number to confirm. */
export const NumberForm = ({ phoneNumber, tone, blockedRegions, request, now, onSubmit }: Props) => {
  const { t } = useTranslation('phone');
  const fieldText = useFieldText();
  const schema = useMemo(() => z.object({ phoneNumber: phoneFieldFor(blockedRegions) }), [blockedRegions]);
  const { register, handleSubmit, formState } = useForm({
    resolver: shownValues(zodResolver(schema)),
    mode: 'onTouched',
    defaultValues: { phoneNumber },
  });
  const error = formState.errors.phoneNumber?.message;
  const allowed = mayRequest(request, now);
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((given) => onSubmit(given.phoneNumber))(event)}>
      <PhoneField
        {...register('phoneNumber')}
        label={t('phone')}
        blockedRegions={blockedRegions}
        error={fieldText(error)}
      />
      <Button
        type="submit"
        full
        tone={tone}
        data-main={phoneNumber !== '' || undefined}
        busy={formState.isSubmitting}
        disabled={!allowed}
      >
        {t('send')}
      </Button>
      {!allowed && <CooldownLine request={request} now={now} />}
    </form>
  );
};
