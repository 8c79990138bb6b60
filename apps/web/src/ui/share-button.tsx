import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shared } from '../lib/share.ts';
import { Button } from './button.tsx';

const SHOWN_FOR_MS = 2_000;

type Props = {
  label: string;
  tone?: 'gold' | 'ghost' | 'plain';
  /** The id of a text that describes it, if it is the main action of its stage. */
  describedBy?: string;
  onShare(): Promise<Shared>;
};

/** Shares something, and says for two seconds that it was copied or saved, or that it failed. */
export const ShareButton = ({ label, tone = 'ghost', describedBy, onShare }: Props) => {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<'copied' | 'saved' | 'shareFailed'>();
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = window.setTimeout(() => setOutcome(undefined), SHOWN_FOR_MS);
    return () => window.clearTimeout(timer);
  }, [outcome]);
  const share = async () => {
    setBusy(true);
    const shared = await onShare().catch(() => 'shareFailed' as const);
    setBusy(false);
    setOutcome(shared === 'shared' || shared === 'none' ? undefined : shared);
  };
  return (
    <>
      <Button
        tone={tone}
        full
        busy={busy}
        aria-describedby={describedBy}
        data-main={describedBy}
        onClick={() => void share()}
      >
        {outcome ? t(outcome) : label}
      </Button>
      <span className="visually-hidden" role="status">
        {outcome && t(outcome)}
      </span>
    </>
  );
};
