import type { SecondFactorKind } from '@laurel/contracts/verification';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiFailure, asFailure } from '../../../lib/failure.ts';
import { type SecondFactor, SecondFactorStage } from '../../../ui/second-factor.tsx';
import { renewBackupCodes } from '../api.ts';
import { CodesStage, type Site } from './backup-codes.tsx';

type Props = {
  /** Whether the page was loaded again before the codes of the setup were saved. */
  lost?: true | undefined;
  site: Site;
  /** The second factors that the account has. */
  factors: readonly SecondFactorKind[] | undefined;
  account: string | undefined;
  /** Called when the codes show, as in the setup. */
  onCodes(): void;
  onDone(): Promise<void>;
};

/** Replaces the backup codes, after a code of the app or one of the earlier ones. */
export const NewCodesModal = ({ lost, factors, onCodes, ...shown }: Props) => {
  const { t } = useTranslation('twoFactor');
  const [codes, setCodes] = useState<readonly string[]>();

  const renew = async (proof: SecondFactor): Promise<ApiFailure | undefined> => {
    try {
      setCodes(await renewBackupCodes(proof));
      onCodes();
      return undefined;
    } catch (error) {
      return asFailure(error);
    }
  };

  if (codes) return <CodesStage {...shown} codes={codes} notice={t('renewed')} />;
  return (
    <SecondFactorStage
      title={t(lost ? 'lostTitle' : 'renewTitle')}
      lead={t(lost ? 'lostLead' : 'renewLead')}
      submitLabel={t('renew')}
      doing="twoFactor"
      factors={factors}
      onSubmit={renew}
    />
  );
};
