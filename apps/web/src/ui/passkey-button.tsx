import { useState } from 'react';
import { useFailureText } from '../i18n/failure-text.ts';
import { type ApiFailure, asFailure } from '../lib/failure.ts';
import type { Passkey } from '../lib/passkey.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type Props = {
  label: string;
  /** The request key that the passkey answers; without one, it is for the session. */
  requestKey: string | undefined;
  /** Sends the passkey; returns the failure, if any. */
  onPasskey(passkey: Passkey): Promise<ApiFailure | undefined>;
};

/** The main button of a stage: asks for a passkey, whose code loads with the first press, and shows why there is none. */
export const PasskeyButton = ({ label, requestKey, onPasskey }: Props) => {
  const failureText = useFailureText();
  const [failure, setFailure] = useState<ApiFailure>();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { askForPasskey } = await import('../lib/passkey.ts');
      setFailure(await onPasskey(await askForPasskey(requestKey)));
    } catch (error) {
      setFailure(asFailure(error));
    }
    setBusy(false);
  };
  return (
    <>
      {failure && <Notice tone="bad">{failureText(failure, 'passkey')}</Notice>}
      <Button full busy={busy} data-main onClick={() => void ask()}>
        {label}
      </Button>
    </>
  );
};
