import { twoFactorCodeField } from '@laurel/contracts/fields';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeForm } from '../../../ui/code-form.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasskeyButton } from '../../../ui/passkey-button.tsx';
import type { SecondFactor } from '../../../ui/second-factor.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { useBackStep } from '../../../ui/use-back-step.ts';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { accountOf, nextSetupStep, type Proof } from '../flow.ts';
import { CodesStage, type Site } from './backup-codes.tsx';
import { ScanStep } from './scan-step.tsx';

type Props = {
  /** The otpauth:// URI. */
  qrCode: string;
  /** The request key that a passkey answers, if the edition offers passkeys. */
  passkeyFor?: string | undefined;
  notice?: string | undefined;
  /** Why the step is required. */
  reason?: string | undefined;
  stores: { readonly appStore: string; readonly googlePlay: string };
  /** The steps of the journey; undefined if it is none of them. */
  steps?: number;
  /** Whether the account has an app already, so that only a passkey can be added. */
  hasApp?: boolean;
  /** For the file of the backup codes. */
  site: Site;
  /** Sends the first proof; returns the backup codes, or the failure. */
  onProve(factor: SecondFactor): Promise<Proof>;
  /** Returns to the login for a new request key, because this one may have expired. */
  onStartAgain(): void;
  /** Called when the backup codes show: they show only once, so the modal must not be closed by accident. */
  onCodes(): void;
  onDone(): Promise<void>;
};

/** Sets a passkey up, or links an authenticator app (scan, enter the code); then the backup codes are saved. */
export const TwoFactorSetupModal = (props: Props) => {
  const {
    qrCode,
    passkeyFor,
    notice,
    reason,
    stores,
    steps,
    hasApp = false,
    site,
    onProve,
    onStartAgain,
    onCodes,
    onDone,
  } = props;
  const { t } = useTranslation(['twoFactor', 'common']);
  const [step, send] = useReducer(nextSetupStep, { at: passkeyFor === undefined ? 'qr' : 'choose' });
  const narrow = useNarrow();
  const back = () => send({ type: 'back' });
  const mayChoose = step.at === 'qr' && passkeyFor !== undefined;
  useBackStep(step.at === 'verify' || mayChoose ? back : undefined);

  const [refused, setRefused] = useState(false);
  /** While a response is awaited, no button leads away: its backup codes are sent only once. */
  const [proving, setProving] = useState(false);

  const verify = async (factor: SecondFactor): Promise<ApiFailure | undefined> => {
    setProving(true);
    const proof = await onProve(factor);
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

  const at = steps !== undefined && <Steps step={2} total={steps} />;
  const again = refused && (
    <Button tone="plain" full disabled={proving} onClick={onStartAgain}>
      {t('startAgain')}
    </Button>
  );

  if (step.at === 'codes') {
    return (
      <CodesStage
        steps={at}
        notice={t('ready')}
        codes={step.backupCodes}
        site={site}
        account={accountOf(qrCode)}
        onDone={onDone}
      />
    );
  }
  const news = (
    <>
      {notice !== undefined && <Notice tone="ok">{notice}</Notice>}
      {reason !== undefined && <Notice tone="bad">{reason}</Notice>}
    </>
  );
  if (step.at === 'choose') {
    return (
      <Stage name="choose">
        {at}
        <DialogTitle>{t('chooseTitle')}</DialogTitle>
        {news}
        <DialogLead>{t('chooseLead')}</DialogLead>
        <PasskeyButton
          label={t(narrow ? 'usePhone' : 'useDevice')}
          requestKey={passkeyFor}
          onPasskey={(passkey) => verify({ passkey })}
        />
        {!hasApp && (
          <Button tone="plain" full disabled={proving} onClick={() => send({ type: 'continue' })}>
            {t('linkApp')}
          </Button>
        )}
        {again}
      </Stage>
    );
  }
  if (step.at === 'qr') {
    return (
      <Stage name="qr">
        {at}
        <DialogTitle>{t('setupTitle')}</DialogTitle>
        {news}
        <ScanStep qrCode={qrCode} stores={stores} onContinue={() => send({ type: 'continue' })} />
        {mayChoose && (
          <Button tone="plain" full onClick={back}>
            {t('common:back')}
          </Button>
        )}
      </Stage>
    );
  }
  return (
    <Stage name="verify">
      {at}
      <DialogTitle>{t('verifyTitle')}</DialogTitle>
      <DialogLead>{t('verifyLead')}</DialogLead>
      <CodeForm
        label={t('code')}
        submitLabel={t('confirm')}
        doing="twoFactor"
        rule={twoFactorCodeField}
        onSubmit={(otpCode) => verify({ otpCode })}
      />
      <Button tone="plain" full disabled={proving} onClick={back}>
        {t('common:back')}
      </Button>
      {again}
    </Stage>
  );
};
