import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

/** Copies a visible text, and confirms it for two seconds. */
export const CopyButton = ({ text, label }: { text: string; label: string }) => {
  const { t } = useTranslation();
  const { copied, copy } = useCopy(text);
  return (
    <Button tone="plain" onClick={() => void copy()} aria-live="polite">
      {copied ? t('copied') : label}
    </Button>
  );
};
