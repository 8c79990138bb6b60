import { approveMove, refuseMove } from '@laurel/contracts/console/calls/phases';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { MovePlan } from './move-preview.tsx';
import styles from './phases.module.css';
import type { Phases, Proposal } from './types.ts';
import { usePhaseChange } from './use-phase-change.ts';

type Decision = { proposal: Proposal; approve: boolean };

const DecideDialog = ({ decision, onClose }: { decision: Decision; onClose(): void }) => {
  const { t } = useTranslation('phases');
  const run = usePhaseChange();
  const { proposal, approve } = decision;
  const step = approve ? 'approve' : 'refuse';
  return (
    <ReasonDialog
      title={t(`${step}.title`, { by: proposal.proposedBy })}
      action={t(`${step}.action`)}
      tone={approve ? 'main' : 'danger'}
      onClose={onClose}
      onConfirm={(reason) =>
        run(
          () => call(approve ? approveMove : refuseMove, { params: { id: proposal.id }, body: { reason } }),
          approve ? 'approved' : 'refused',
        )
      }
    >
      <p>{t(`${step}.text`)}</p>
      {proposal.plan && <MovePlan plan={proposal.plan} />}
    </ReasonDialog>
  );
};

/** The proposed moves that wait for a second person. Renders nothing if there are none. */
export const OpenProposals = ({ phases }: { phases: Phases }) => {
  const { t } = useTranslation('phases');
  const mayMove = useMayDo('phases.move');
  const [decision, setDecision] = useState<Decision>();
  const waiting = phases.proposals.filter(({ state }) => state === 'proposed');
  return (
    <>
      {waiting.map((proposal) => (
        <Card key={proposal.id} title={t('proposal.title', { by: proposal.proposedBy })} tone="warn">
          <p className={styles.reason}>{proposal.reason}</p>
          {proposal.plan && <MovePlan plan={proposal.plan} />}
          <p className={styles.muted}>
            {t('proposal.until')} <Time at={proposal.expiresAt} />
          </p>
          {mayMove && proposal.mayDecide && (
            <div className={styles.actions}>
              <Button tone="main" onClick={() => setDecision({ proposal, approve: true })}>
                {t('approve.open')}
              </Button>
              <Button tone="danger" onClick={() => setDecision({ proposal, approve: false })}>
                {t('refuse.open')}
              </Button>
            </div>
          )}
          {mayMove && !proposal.mayDecide && <Note>{t('proposal.own')}</Note>}
        </Card>
      ))}
      {decision && <DecideDialog decision={decision} onClose={() => setDecision(undefined)} />}
    </>
  );
};
