import { backupCodeField, twoFactorCodeField } from '@laurel/contracts/fields';
import type { SecondFactorKind } from '@laurel/contracts/verification';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Doing, useFailureText, useFieldText } from '../i18n/failure-text.ts';
import type { ApiFailure } from '../lib/failure.ts';
import type { Passkey } from '../lib/passkey.ts';
import { Button } from './button.tsx';
import { CodeForm } from './code-form.tsx';
import { DialogLead, DialogTitle, Stage } from './dialog.tsx';
import { FormField } from './form-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { useBackStep } from './use-back-step.ts';

/** A proof of the second factor: the app's current code, a backup code, or a passkey. */
export type SecondFactor =
  | { readonly otpCode: string }
  | { readonly backupCode: string }
  | { readonly passkey: Passkey };

/** The ways to prove it, in their order. */
type Way = SecondFactorKind | 'backup';
const waysOf = (factors: readonly SecondFactorKind[]): [Way, ...Way[]] => {
  const codes = factors.includes('totp') ? (['totp', 'backup'] as const) : (['backup'] as const);
  return factors.includes('passkey') ? ['passkey', ...codes] : [...codes];
};

type Props = {
  /** The step indicator above the title. */
  steps?: ReactNode;
  title: string;
  lead: string;
  submitLabel: string;
  doing: Doing;
  /** The factors that the account has. */
  factors?: readonly SecondFactorKind[] | undefined;
  /** The request key that waits for the factor; without one, it is for the session. */
  requestKey?: string;
  /** Below the form. */
  children?: ReactNode;
  /** Sends the proof; returns the failure, if any. */
  onSubmit(proof: SecondFactor): Promise<ApiFailure | undefined>;
};

/** Asks for a passkey, or for the app's code, or a backup code instead. */
export const SecondFactorStage = (props: Props) => {
  const { steps, title, lead, submitLabel, doing, factors = ['totp'], requestKey, children, onSubmit } = props;
  const { t } = useTranslation('twoFactor');
  const [first, ...more] = waysOf(factors);
  const [way, setWay] = useState(first);
  useBackStep(way === first ? undefined : () => setWay(first));
  const shown = {
    passkey: { name: 'passkey', title: t('passkeyTitle'), lead: t('passkeyLead') },
    totp: { name: 'secondFactor', title, lead },
    backup: { name: 'backup', title: t('backupTitle'), lead: t('backupLead') },
  }[way];
  const others = way === 'passkey' ? more.slice(0, 1) : [first, ...more].filter((other) => other !== way);
  const leads = { passkey: t('usePasskey'), totp: t('useApp'), backup: t('useBackup') };
  return (
    <Stage name={shown.name}>
      {steps}
      <DialogTitle>{shown.title}</DialogTitle>
      <DialogLead>{shown.lead}</DialogLead>
      {way === 'passkey' && (
        <PasskeyButton label={t('usePasskey')} requestKey={requestKey} onPasskey={(passkey) => onSubmit({ passkey })} />
      )}
      {way === 'backup' && (
        <BackupForm submitLabel={submitLabel} doing={doing} onSubmit={(backupCode) => onSubmit({ backupCode })} />
      )}
      {way === 'totp' && (
        <CodeForm
          label={t('code')}
          submitLabel={submitLabel}
          doing={doing}
          rule={twoFactorCodeField}
          onSubmit={(otpCode) => onSubmit({ otpCode })}
        />
      )}
      {others.map((other) => (
        <Button key={other} tone="plain" full onClick={() => setWay(other)}>
          {way === 'passkey' ? t('useCode') : leads[other]}
        </Button>
      ))}
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
