import { useEffect, useState } from 'react';

const SHOWN_FOR_MS = 2_000;

/** The outcome of copying. */
type Outcome = 'copied' | 'failed';

/** Copies a text; `outcome` is set for two seconds afterwards. In some browsers inside other apps, copying fails. */
export const useCopy = (text: string): { readonly outcome: Outcome | undefined; copy(): Promise<void> } => {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = window.setTimeout(() => setOutcome(undefined), SHOWN_FOR_MS);
    return () => window.clearTimeout(timer);
  }, [outcome]);
  return {
    outcome,
    copy: async () => {
      try {
        await navigator.clipboard.writeText(text);
        setOutcome('copied');
      } catch {
        setOutcome('failed');
      }
    },
  };
};
