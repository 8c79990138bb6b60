import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

const SAID_FOR_MS = 2_000;

/** Copies a text, and says so for a moment. */
export const CopyButton = ({ text, label }: { text: string; label: string }) => {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = window.setTimeout(() => setCopied(false), SAID_FOR_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without a clipboard the text is still there to be read.
    }
  };
  return (
    <Button tone="plain" onClick={() => void copy()} aria-live="polite">
      {copied ? t('copied') : label}
    </Button>
  );
};
