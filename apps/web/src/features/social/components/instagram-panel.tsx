import { zodResolver } from '@hookform/resolvers/zod';
import { requestVerification } from '@laurel/contracts/calls/verification';
import type { VerificationStatus } from '@laurel/contracts/verification';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFailureText, useFieldText } from '../../../i18n/failure-text.ts';
import { type ApiFailure, asFailure } from '../../../lib/failure.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { cleaned, TRIMMED } from '../../../ui/cleaned.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { shownValues } from '../../../ui/shown-values.ts';
import { type Begun, submitInstagram } from '../api.ts';
import { isBlocked, isInProgress } from '../flow.ts';
import styles from './panels.module.css';

type Props = {
  /** Whether the award offers no other network. */
  alone: boolean;
  page: string;
  status: VerificationStatus | undefined;
  proofCode: string | undefined;
  onBegun(begun: Begun): void;
  onBlocked(failure: ApiFailure): void;
};

const schema = requestVerification.body.pick({ tag: true });

/** The steps on Instagram: subscribe, enter the username, send the code if one is required. */
export const InstagramPanel = ({ alone, page, status, proofCode, onBegun, onBlocked }: Props) => {
  const { t } = useTranslation(['social', 'common']);
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const [again, setAgain] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: shownValues(zodResolver(schema)),
    mode: 'onTouched',
    defaultValues: { tag: '' },
  });
  const error = formState.errors.tag?.message;

  const submit = handleSubmit(async ({ tag }) => {
    try {
      onBegun(await submitInstagram(tag));
      setAgain(false);
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (isBlocked(failure)) onBlocked(failure);
      else setError('tag', { message: failureText(failure, 'social') }, { shouldFocus: true });
    }
  });

  if (isInProgress(status) && !again) {
    return (
      <div className={styles.panel}>
        <Notice tone="wait">{t('waitingInstagram')}</Notice>
        {status === 'RETRY' && <Notice tone="bad">{t('retryInstagram')}</Notice>}
        {proofCode !== undefined && (
          <>
            <p>{t('proofLead')}</p>
            <div className={styles.proof}>
              <span>
                <small>{t('proofCode')}</small>
                <code>{proofCode}</code>
              </span>
              <CopyButton main text={proofCode} label={t('common:copy')} />
            </div>
            <ButtonLink tone="ghost" full href={page}>
              Instagram
            </ButtonLink>
          </>
        )}
        <p>{t('submitted')}</p>
        <Button tone="plain" full onClick={() => setAgain(true)}>
          {t('submitAgain')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.panel}>
      <p>{t('instagramLead')}</p>
      {status === 'NOT_VERIFIED' && <Notice tone="bad">{t(alone ? 'notVerifiedAlone' : 'notVerified')}</Notice>}
      <ButtonLink tone="ghost" full href={page}>
        {t('subscribe')}
      </ButtonLink>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <FormField
          {...cleaned(register('tag'), TRIMMED)}
          label={t('username')}
          hint={error === undefined ? t('usernameHint') : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldText(error)}
        />
        <Button type="submit" full busy={formState.isSubmitting}>
          {t('submit')}
        </Button>
      </form>
    </div>
  );
};
