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

/** Copies a visible text, and confirms it for two seconds. */
export const CopyButton = ({ text, label, main = false, tone = 'plain', full = false }: Props) => {
  const { t } = useTranslation();
  const { copied, copy } = useCopy(text);
  return (
    <Button tone={tone} full={full} onClick={() => void copy()} aria-live="polite" data-main={main || undefined}>
      {copied ? t('copied') : label}
    </Button>
  );
};
