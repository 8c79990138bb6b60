import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

type Props = Pick<ComponentProps<typeof Button>, 'tone' | 'full'> & {
  text: string;
  label: string;
  /** Whether it is the main action of its step. */
  main?: boolean;
};

/** Copies a visible text, and says for two seconds whether that succeeded. */
export const CopyButton = ({ text, label, main = false, tone = 'plain', full = false }: Props) => {
  const { t } = useTranslation();
  const { outcome, copy } = useCopy(text);
  return (
    <Button tone={tone} full={full} onClick={() => void copy()} aria-live="polite" data-main={main || undefined}>
      {outcome === undefined ? label : t(outcome === 'copied' ? 'copied' : 'copyFailed')}
    </Button>
  );
};
