import { readPhases } from '@laurel/contracts/console/calls/phases';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/states.tsx';
import { type Act, ActDialog } from './act-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { MoveHistory } from './move-history.tsx';
import { OpenProposals } from './open-proposals.tsx';
import styles from './phases.module.css';
import { Timeline } from './timeline.tsx';
import type { Phases } from './types.ts';

const REFRESH_MS = 10_000;

const PhaseTimes = ({ phases }: { phases: Phases }) => {
  const { t } = useTranslation('phases');
  const mayMove = useMayDo('phases.move');
  const [open, setOpen] = useState<'move' | Act>();
  const { phase } = phases;
  return (
    <>
      <Card
        title={t('times.title')}
        beside={<Chip tone={phase === 'open' ? 'ok' : 'accent'}>{t(`phase.${phase}`)}</Chip>}
      >
        <Timeline phases={phases} />
        {phases.approvals > 1 && <p className={styles.muted}>{t('twoPeople')}</p>}
        {mayMove && (
          <div className={styles.actions}>
            <Button onClick={() => setOpen('move')}>{t('move.open')}</Button>
            {phase === 'open' && (
              <Button tone="danger" onClick={() => setOpen('close')}>
                {t('close.open')}
              </Button>
            )}
            {phase === 'closed' && (
              <Button tone="danger" onClick={() => setOpen('announce')}>
                {t('announce.open')}
              </Button>
            )}
          </div>
        )}
      </Card>
      {open === 'move' && <MoveDialog phases={phases} onClose={() => setOpen(undefined)} />}
      {open !== undefined && open !== 'move' && (
        <ActDialog act={open} phases={phases} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
};

/** When voting opens and closes and winners are announced. One person moves these times, or two people together. */
export const Screen = () => {
  const { t } = useTranslation('phases');
  const phases = useQuery({ ...queryOf(readPhases, {}), refetchInterval: REFRESH_MS });
  return (
    <>
      <ScreenHead title={t('title')} lead={t('lead')} />
      <Waiting query={phases} />
      {phases.data && (
        <>
          <OpenProposals phases={phases.data} />
          <PhaseTimes phases={phases.data} />
          <MoveHistory phases={phases.data} />
        </>
      )}
    </>
  );
};
