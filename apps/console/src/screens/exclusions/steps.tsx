import {
  applyExclusion,
  approveExclusion,
  proposeUndo,
  refuseExclusion,
  undoExclusion,
} from '@laurel/contracts/console/calls/exclusions';
import type { ExclusionPreview } from '@laurel/contracts/console/exclusion-records';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useChange } from '../../ui/use-change.ts';
import styles from './exclusions.module.css';
import type { Exclusion } from './types.ts';

const CALLS = {
  approve: approveExclusion,
  refuse: refuseExclusion,
  apply: applyExclusion,
  proposeUndo,
  undo: undoExclusion,
} as const;
type Step = keyof typeof CALLS;

/** The steps that this person may take now, the most likely first. */
const stepsFor = ({ state, approvals, own, validUntil }: Exclusion): readonly Step[] => {
  if (state === 'applied') {
    if (approvals === 1) return ['undo'];
    if (validUntil === null) return ['proposeUndo'];
    return own ? [] : ['undo'];
  }
  if (state === 'approved') return ['apply'];
  if (state !== 'proposed') return [];
  const decides = own ? [] : (['approve', 'refuse'] as const);
  return approvals > 1 ? decides : ['apply', ...decides];
};

type Preview = Pick<UseQueryResult<ExclusionPreview>, 'data' | 'error' | 'isFetching' | 'refetch'>;

const UNTIL: Partial<Record<Exclusion['state'], 'steps.undoUntil' | 'steps.applyUntil'>> = {
  applied: 'steps.undoUntil',
  approved: 'steps.applyUntil',
};

const isUndo = (step: Step): boolean => step === 'undo' || step === 'proposeUndo';

/** In how many categories a step would change the winners, or why that is not known yet. */
const Winners = ({ preview: { data, error, isFetching, refetch } }: { preview: Preview }) => {
  const { t } = useTranslation('exclusions');
  if (isFetching) return <Loading lines={1} />;
  if (error) return <Failure error={error} onRetry={() => refetch()} />;
  const changed = data?.categories.filter(({ winnersChange }) => winnersChange).length ?? 0;
  return changed > 0 ? (
    <Note tone="bad">
      <b>{t('steps.winners', { count: changed })}</b>
    </Note>
  ) : null;
};

type Props = {
  exclusion: Exclusion;
  /** The preview of applying or undoing the exclusion. It is read again when the dialog of a step opens. */
  preview: Preview;
};

/** The buttons of the next steps. Each opens a dialog that says what will happen. */
export const Steps = ({ exclusion, preview }: Props) => {
  const { t } = useTranslation('exclusions');
  const { count } = useNumbers();
  const run = useChange();
  const [step, setStep] = useState<Step>();
  const { id, votes, people, state, approvals, own, validUntil, undoProposed } = exclusion;
  const changes = step !== undefined && step !== 'refuse';
  const steps = stepsFor(exclusion);
  const isUndoProposed = state === 'applied' && validUntil !== null;
  return (
    <div className={styles.steps}>
      {state === 'proposed' && approvals > 1 && own && <Note>{t('steps.waitsForOther')}</Note>}
      {isUndoProposed && <Note>{t(own ? 'steps.undoWaitsForOther' : 'steps.undoProposed', undoProposed)}</Note>}
      {validUntil !== null && (
        <p className={styles.aside}>
          {t(UNTIL[state] ?? 'steps.validUntil')} <Time at={validUntil} />
        </p>
      )}
      {steps.length > 0 && (
        <div className={styles.actions}>
          {steps.map((each, index) => (
            <Button
              key={each}
              tone={each === 'refuse' || isUndo(each) ? 'danger' : index === 0 ? 'main' : 'plain'}
              onClick={() => {
                setStep(each);
                void preview.refetch();
              }}
            >
              {t(`steps.${each}.open`)}
            </Button>
          ))}
        </div>
      )}
      {step && (
        <ReasonDialog
          title={t(`steps.${step}.title`, { id })}
          action={t(`steps.${step}.open`)}
          tone={step === 'refuse' || isUndo(step) ? 'danger' : 'main'}
          ready={!changes || (preview.data !== undefined && !preview.error && !preview.isFetching)}
          onClose={() => setStep(undefined)}
          onConfirm={(reason) =>
            run(() => call(CALLS[step], { params: { id }, body: { reason } }), t(`steps.${step}.done`, { id }))
          }
        >
          <p>{t(`steps.${step}.text`, { votes: count(votes), people: count(people) })}</p>
          {changes && <Winners preview={preview} />}
          {(step === 'apply' || step === 'undo') && <p>{t('steps.mails', { count: people })}</p>}
        </ReasonDialog>
      )}
    </div>
  );
};
