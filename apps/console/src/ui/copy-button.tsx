import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

const SHOWN_FOR_MS = 2_000;

type Props = Pick<ComponentProps<typeof Button>, 'tone' | 'small'> & {
  text: string;
  /** The same as HTML, for programs that show formatted text. */
  html?: string;
  label?: string;
};

/** One text in several types, of which the program that receives it takes the best that it knows. */
const formatted = (texts: Readonly<Record<string, string>>): ClipboardItem =>
  new ClipboardItem(
    Object.fromEntries(Object.entries(texts).map(([type, text]) => [type, new Blob([text], { type })])),
  );

/** Copies a text, and says for two seconds whether the browser did it. */
export const CopyButton = ({ text, html, label, tone = 'plain', small = false }: Props) => {
  const { t } = useTranslation();
  const [state, setState] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (state === undefined) return undefined;
    const timer = window.setTimeout(() => setState(undefined), SHOWN_FOR_MS);
    return () => window.clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      if (html === undefined) await navigator.clipboard.writeText(text);
      else await navigator.clipboard.write([formatted({ 'text/html': html, 'text/plain': text })]);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  return (
    <Button tone={tone} small={small} onClick={() => void copy()} aria-live="polite">
      {state === undefined ? (label ?? t('copy')) : t(`copyState.${state}`)}
    </Button>
  );
};
