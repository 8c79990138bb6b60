import type { TwoFactorRequest } from '@laurel/contracts/storage';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { type SecondFactor, SecondFactorStage } from '../../../ui/second-factor.tsx';

type Props = TwoFactorRequest & {
  /** Sends the proof; returns the failure, if any. */
  onProve(proof: SecondFactor): Promise<ApiFailure | undefined>;
  /** Returns to the login for a new request key, because this one may have expired. */
  onStartAgain(): void;
};

/** Asks for the second factor on an unknown device. */
export const TwoFactorVerifyModal = ({ requestKey, factors, onProve, onStartAgain }: Props) => {
  const { t } = useTranslation('twoFactor');
  const [refused, setRefused] = useState(false);

  const prove = async (proof: SecondFactor): Promise<ApiFailure | undefined> => {
    const failure = await onProve(proof);
    setRefused(failure !== undefined);
    return failure;
  };

  return (
    <SecondFactorStage
      title={t('verifyTitle')}
      lead={t('verifyDeviceLead')}
      submitLabel={t('confirm')}
      doing="login"
      factors={factors}
      requestKey={requestKey}
      onSubmit={prove}
    >
      {refused && (
        <Button tone="plain" full onClick={onStartAgain}>
          {t('startAgain')}
        </Button>
      )}
    </SecondFactorStage>
  );
};
