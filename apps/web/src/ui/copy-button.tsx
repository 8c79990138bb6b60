import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

type Props = {
  text: string;
  label: string;
  /** Whether it is the main action of its step. */
  main?: boolean;
};

/** Copies a visible text, and says for two seconds whether that succeeded. */
export const CopyButton = ({ text, label, main = false }: Props) => {
  const { t } = useTranslation();
  const { outcome, copy } = useCopy(text);
  return (
    <Button tone="plain" onClick={() => void copy()} aria-live="polite" data-main={main || undefined}>
      {outcome === undefined ? label : t(outcome === 'copied' ? 'copied' : 'copyFailed')}
    </Button>
  );
};
