import { useEffect, useState } from 'react';

const SHOWN_FOR_MS = 2_000;

/** Copies a text; `copied` is true for two seconds afterwards. */
export const useCopy = (text: string): { readonly copied: boolean; copy(): Promise<void> } => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = window.setTimeout(() => setCopied(false), SHOWN_FOR_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);
  return {
    copied,
    copy: async () => {
      try {
        await navigator.clipboard.writeText(text);
        setCopied(true);
      } catch {
        // Without a clipboard nothing is copied, and `copied` stays false.
      }
    },
  };
};
