import { backupCodeField, twoFactorCodeField } from '@laurel/contracts/fields';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Doing, useFailureText, useFieldText } from '../i18n/failure-text.ts';
import type { ApiFailure } from '../lib/failure.ts';
import { Button } from './button.tsx';
import { CodeForm } from './code-form.tsx';
import { DialogLead, DialogTitle, Stage } from './dialog.tsx';
import { FormField } from './form-field.tsx';
import { useBackStep } from './use-back-step.ts';

/** A proof of the second factor: the app's current code, or a backup code. */
export type SecondFactor = { readonly otpCode: string } | { readonly backupCode: string };

type Props = {
  /** The step indicator above the title. */
  steps?: ReactNode;
  title: string;
  lead: string;
  submitLabel: string;
  doing: Doing;
  /** Below the form. */
  children?: ReactNode;
  /** Sends the proof; returns the failure, if any. */
  onSubmit(proof: SecondFactor): Promise<ApiFailure | undefined>;
};

/** Asks for the app's code, or a backup code instead. */
export const SecondFactorStage = ({ steps, title, lead, submitLabel, doing, children, onSubmit }: Props) => {
  const { t } = useTranslation('twoFactor');
  const [backup, setBackup] = useState(false);
  useBackStep(backup ? () => setBackup(false) : undefined);
  return (
    <Stage name={backup ? 'backup' : 'secondFactor'}>
      {steps}
      <DialogTitle>{backup ? t('backupTitle') : title}</DialogTitle>
      <DialogLead>{backup ? t('backupLead') : lead}</DialogLead>
      {backup ? (
        <BackupForm submitLabel={submitLabel} doing={doing} onSubmit={(backupCode) => onSubmit({ backupCode })} />
      ) : (
        <CodeForm
          label={t('code')}
          submitLabel={submitLabel}
          doing={doing}
          rule={twoFactorCodeField}
          onSubmit={(otpCode) => onSubmit({ otpCode })}
        />
      )}
      <Button tone="plain" full onClick={() => setBackup(!backup)}>
        {t(backup ? 'useApp' : 'useBackup')}
      </Button>
      {children}
    </Stage>
  );
};

type FormProps = {
  submitLabel: string;
  doing: Doing;
  onSubmit(code: string): Promise<ApiFailure | undefined>;
};

const BackupForm = ({ submitLabel, doing, onSubmit }: FormProps) => {
  const { t } = useTranslation('twoFactor');
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  // A screen reader reads the error with the field, which describes it.
  const showError = (text: string | undefined): void => {
    setError(text);
    input.current?.focus();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    // A browser may fill the field without an event that React notices.
    const code = input.current?.value ?? '';
    const wrong = backupCodeField.safeParse(code).error?.issues[0]?.message;
    if (wrong !== undefined) {
      showError(fieldText(wrong));
      return;
    }
    setBusy(true);
    const failure = await onSubmit(code);
    setBusy(false);
    if (failure) showError(failureText(failure, doing));
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <FormField
        ref={input}
        label={t('backupCode')}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={() => setError(undefined)}
      />
      <Button type="submit" full busy={busy}>
        {submitLabel}
      </Button>
    </form>
  );
};
