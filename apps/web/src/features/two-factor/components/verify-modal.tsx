import { backupCodeField, twoFactorCodeField } from '@laurel/contracts/fields';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText, useFieldText } from '../../../i18n/failure-text.ts';
import { type ApiFailure, asFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeForm } from '../../../ui/code-form.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { proveSecondFactor } from '../api.ts';

type Props = { requestKey: string; onDone(): void };

/** Proves the second factor on a device that is not known yet. */
export const TwoFactorVerifyModal = ({ requestKey, onDone }: Props) => {
  const { t } = useTranslation('twoFactor');
  const [backup, setBackup] = useState(false);

  const verify = async (proof: { otpCode: string } | { backupCode: string }): Promise<ApiFailure | undefined> => {
    try {
      await proveSecondFactor(requestKey, proof);
      onDone();
      return undefined;
    } catch (error) {
      return asFailure(error);
    }
  };

  return (
    <Stage name={backup ? 'backup' : 'code'}>
      <DialogTitle>{t(backup ? 'backupTitle' : 'verifyTitle')}</DialogTitle>
      <DialogLead>{t(backup ? 'backupLead' : 'verifyDeviceLead')}</DialogLead>
      {backup ? (
        <BackupForm onSubmit={(backupCode) => verify({ backupCode })} />
      ) : (
        <CodeForm
          label={t('code')}
          submitLabel={t('confirm')}
          doing="twoFactor"
          rule={twoFactorCodeField}
          onSubmit={(otpCode) => verify({ otpCode })}
        />
      )}
      <Button tone="plain" full onClick={() => setBackup(!backup)}>
        {t(backup ? 'useApp' : 'useBackup')}
      </Button>
    </Stage>
  );
};

const BackupForm = ({ onSubmit }: { onSubmit(code: string): Promise<ApiFailure | undefined> }) => {
  const { t } = useTranslation('twoFactor');
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = backupCodeField.safeParse(code).error?.issues[0]?.message;
    if (wrong !== undefined) {
      setError(fieldText(wrong));
      return;
    }
    setBusy(true);
    const failure = await onSubmit(code);
    setBusy(false);
    if (failure) setError(failureText(failure, 'twoFactor'));
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <FormField
        label={t('backupCode')}
        value={code}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => {
          setCode(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" full busy={busy}>
        {t('confirm')}
      </Button>
    </form>
  );
};
