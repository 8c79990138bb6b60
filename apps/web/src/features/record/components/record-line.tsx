import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { RecordState, Verdict } from '../flow.ts';
import styles from './record-line.module.css';
import type { VerdictProps } from './verdict.tsx';

export type Check = Pick<VerdictProps, 'nominee' | 'receipt'> & { readonly verdict: Verdict };

type Props = {
  state: RecordState;
  /** The name of the vote's category, which is part of the button's accessible name. */
  name: string;
  /** A vote is in the record after at most this time, minutes. */
  minutes: number;
  /** Checks the vote; the code loads with the first check. */
  onCheck(): Promise<Check>;
};

type Shown = { readonly View: ComponentType<VerdictProps>; readonly check: Check };

/** What the public record says about a vote of the list, and a button that checks it. */
export const RecordLine = ({ state, name, minutes, onCheck }: Props) => {
  const { t } = useTranslation('voting');
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<Shown | 'notLoaded'>();
  const check = async () => {
    setBusy(true);
    try {
      const [{ VerdictView }, checked] = await Promise.all([import('./verdict.tsx'), onCheck()]);
      setShown({ View: VerdictView, check: checked });
    } catch {
      setShown('notLoaded');
    }
    setBusy(false);
  };
  const text = {
    recorded: t('record.in'),
    waiting: t('record.waiting', { count: minutes }),
    stopped: t('record.stopped'),
    late: t('record.late'),
    missing: t('record.missing'),
  }[state];
  return (
    <div className={styles.record}>
      <div className={styles.line}>
        <p className={cx(state === 'recorded' && styles.in)}>
          {state === 'recorded' && <CheckIcon />}
          {text}
        </p>
        {state !== 'waiting' && state !== 'stopped' && (
          <Button tone="plain" busy={busy} aria-label={t('record.checkOf', { name })} onClick={() => void check()}>
            {t('record.check')}
          </Button>
        )}
      </div>
      {shown === 'notLoaded' && <Notice tone="bad">{t('record.notLoaded')}</Notice>}
      {shown !== undefined && shown !== 'notLoaded' && <shown.View {...shown.check} />}
    </div>
  );
};
