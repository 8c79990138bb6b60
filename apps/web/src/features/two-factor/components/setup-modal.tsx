import { twoFactorCodeField } from '@laurel/contracts/fields';
import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiFailure, asFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeForm } from '../../../ui/code-form.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { proveSecondFactor } from '../api.ts';
import { nextSetupStep } from '../flow.ts';
import { BackupCodes } from './backup-codes.tsx';
import { ScanStep } from './scan-step.tsx';

type Props = {
  requestKey: string;
  /** The otpauth:// URI. */
  qrCode: string;
  notice?: string | undefined;
  stores: { readonly appStore: string; readonly googlePlay: string };
  steps: number;
  /** The backup codes are on the screen: they are shown only once, so it must not be closed by accident. */
  onCodes(): void;
  onDone(): void;
};

/** Links an authenticator app: scan, prove, save the backup codes. */
export const TwoFactorSetupModal = ({ requestKey, qrCode, notice, stores, steps, onCodes, onDone }: Props) => {
  const { t } = useTranslation(['twoFactor', 'common']);
  const [step, send] = useReducer(nextSetupStep, { at: 'qr' });

  const verify = async (otpCode: string): Promise<ApiFailure | undefined> => {
    try {
      const backupCodes = await proveSecondFactor(requestKey, { otpCode });
      if (backupCodes.length === 0) onDone();
      else onCodes();
      send({ type: 'verified', backupCodes });
      return undefined;
    } catch (error) {
      return asFailure(error);
    }
  };

  if (step.at === 'codes') {
    return (
      <Stage name="codes">
        <Steps step={2} total={steps} />
        <DialogTitle>{t('codesTitle')}</DialogTitle>
        <Notice tone="ok">{t('ready')}</Notice>
        <DialogLead>{t('codesLead')}</DialogLead>
        <BackupCodes codes={step.backupCodes} />
        <Button full onClick={onDone}>
          {t('saved')}
        </Button>
      </Stage>
    );
  }
  if (step.at === 'qr') {
    return (
      <Stage name="qr">
        <Steps step={2} total={steps} />
        <DialogTitle>{t('setupTitle')}</DialogTitle>
        {notice !== undefined && <Notice tone="ok">{notice}</Notice>}
        <ScanStep qrCode={qrCode} stores={stores} onContinue={() => send({ type: 'continue' })} />
      </Stage>
    );
  }
  return (
    <Stage name="verify">
      <Steps step={2} total={steps} />
      <DialogTitle>{t('verifyTitle')}</DialogTitle>
      <DialogLead>{t('verifyLead')}</DialogLead>
      <CodeForm
        label={t('code')}
        submitLabel={t('confirm')}
        doing="twoFactor"
        rule={twoFactorCodeField}
        onSubmit={verify}
      />
      <Button tone="plain" full onClick={() => send({ type: 'back' })}>
        {t('common:back')}
      </Button>
    </Stage>
  );
};
