import type { TwoFactorSetup } from '@laurel/contracts/storage';
import type { SecondFactorKind } from '@laurel/contracts/verification';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiFailure, asFailure } from '../../../lib/failure.ts';
import { type SecondFactor, SecondFactorStage } from '../../../ui/second-factor.tsx';
import { addSecondFactor } from '../api.ts';
import type { Proof } from '../flow.ts';
import { TwoFactorSetupModal } from './setup-modal.tsx';

type Props = Pick<
  ComponentProps<typeof TwoFactorSetupModal>,
  'stores' | 'site' | 'onStartAgain' | 'onCodes' | 'onDone'
> & {
  /** The second factors that the account has. */
  factors: readonly SecondFactorKind[];
  /** Sends the first proof of the new factor. */
  onProve(proof: { readonly requestKey: string } & SecondFactor): Promise<Proof>;
};

/** Adds another second factor, after one that the account has. */
export const AddFactorModal = ({ factors, onProve, ...setup }: Props) => {
  const { t } = useTranslation('twoFactor');
  const [begun, setBegun] = useState<TwoFactorSetup>();
  const begin = async (proof: SecondFactor): Promise<ApiFailure | undefined> => {
    try {
      setBegun(await addSecondFactor(proof));
      return undefined;
    } catch (error) {
      return asFailure(error);
    }
  };
  if (begun) {
    const { requestKey, qrCode } = begun;
    return (
      <TwoFactorSetupModal
        {...setup}
        qrCode={qrCode}
        passkeyFor={requestKey}
        hasApp={factors.includes('totp')}
        onProve={(factor) => onProve({ requestKey, ...factor })}
      />
    );
  }
  return (
    <SecondFactorStage
      title={t('addTitle')}
      lead={t('addLead')}
      submitLabel={t('confirm')}
      doing="twoFactor"
      factors={factors}
      onSubmit={begin}
    />
  );
};
