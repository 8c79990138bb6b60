import { useRef, useState } from 'react';
import type { z } from 'zod';
import { type Doing, useFailureText, useFieldText } from '../i18n/failure-text.ts';
import { type ApiFailure, mayPass } from '../lib/failure.ts';
import { Button } from './button.tsx';
import { CodeInput } from './code-input.tsx';

type Props = {
  label: string;
  submitLabel: string;
  /** The action, for the text of a failure. */
  doing: Doing;
  /** Validates the code before it is sent. */
  rule: z.ZodType;
  /** Sends the code; returns the failure, if any. */
  onSubmit(code: string): Promise<ApiFailure | undefined>;
};

/**
 * Asks for six digits; the last one submits them. A refused code is cleared. Without an answer, or after an error of
 * the server, it stays, to be sent again.
 */
export const CodeForm = ({ label, submitLabel, doing, rule, onSubmit }: Props) => {
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (given: string) => {
    if (busy) return;
    const wrong = rule.safeParse(given).error?.issues[0]?.message;
    if (wrong !== undefined) {
      setError(fieldText(wrong));
      input.current?.focus();
      return;
    }
    setBusy(true);
    const failure = await onSubmit(given);
    setBusy(false);
    if (!failure) return;
    if (!mayPass(failure)) setCode('');
    setError(failureText(failure, doing));
    input.current?.focus();
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(code);
      }}
    >
      <CodeInput
        ref={input}
        label={label}
        value={code}
        error={error}
        onChange={(value) => {
          setCode(value);
          if (value !== '') setError(undefined);
        }}
        onComplete={(complete) => void submit(complete)}
      />
      <Button type="submit" full busy={busy}>
        {submitLabel}
      </Button>
    </form>
  );
};
