import { twoFactorCodeField } from '@laurel/contracts/fields';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeForm } from '../../../ui/code-form.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { useBackStep } from '../../../ui/use-back-step.ts';
import { accountOf, nextSetupStep, type Proof } from '../flow.ts';
import { CodesStage, type Site } from './backup-codes.tsx';
import { ScanStep } from './scan-step.tsx';

type Props = {
  /** The otpauth:// URI. */
  qrCode: string;
  notice?: string | undefined;
  /** Why the step is required. */
  reason?: string | undefined;
  stores: { readonly appStore: string; readonly googlePlay: string };
  steps: number;
  /** For the file of the backup codes. */
  site: Site;
  /** Sends the app's first code; returns the backup codes, or the failure. */
  onProve(otpCode: string): Promise<Proof>;
  /** Returns to the login for a new request key, because this one may have expired. */
  onStartAgain(): void;
  /** Called when the backup codes show: they show only once, so the modal must not be closed by accident. */
  onCodes(): void;
  onDone(): Promise<void>;
};

/** Links an authenticator app: scan, enter the code, save the backup codes. */
export const TwoFactorSetupModal = (props: Props) => {
  const { qrCode, notice, reason, stores, steps, site, onProve, onStartAgain, onCodes, onDone } = props;
  const { t } = useTranslation(['twoFactor', 'common']);
  const [step, send] = useReducer(nextSetupStep, { at: 'qr' });
  const back = () => send({ type: 'back' });
  useBackStep(step.at === 'verify' ? back : undefined);

  const [refused, setRefused] = useState(false);
  /** While a response is awaited, no button leads away: its backup codes are sent only once. */
  const [proving, setProving] = useState(false);

  const verify = async (otpCode: string): Promise<ApiFailure | undefined> => {
    setProving(true);
    const proof = await onProve(otpCode);
    setProving(false);
    if ('failure' in proof) {
      setRefused(true);
      return proof.failure;
    }
    if (proof.backupCodes.length === 0) await onDone();
    else onCodes();
    send({ type: 'verified', backupCodes: proof.backupCodes });
    return undefined;
  };

  if (step.at === 'codes') {
    return (
      <CodesStage
        steps={<Steps step={2} total={steps} />}
        notice={t('ready')}
        codes={step.backupCodes}
        site={site}
        account={accountOf(qrCode)}
        onDone={onDone}
      />
    );
  }
  if (step.at === 'qr') {
    return (
      <Stage name="qr">
        <Steps step={2} total={steps} />
        <DialogTitle>{t('setupTitle')}</DialogTitle>
        {notice !== undefined && <Notice tone="ok">{notice}</Notice>}
        {reason !== undefined && <Notice tone="bad">{reason}</Notice>}
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
      <Button tone="plain" full disabled={proving} onClick={back}>
        {t('common:back')}
      </Button>
      {refused && (
        <Button tone="plain" full disabled={proving} onClick={onStartAgain}>
          {t('startAgain')}
        </Button>
      )}
    </Stage>
  );
};
