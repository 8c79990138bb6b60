import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { userInfoQuery } from '../features/account/api.ts';
import { useEdition } from '../features/edition/context.ts';
import { JOURNEY_STEPS } from '../features/journey/reducer.ts';
import { useVerification } from '../features/journey/use-verification.ts';
import { openStepOf } from '../features/journey/verification-state.ts';
import { nextPlace, progressOf } from '../features/nominations/flow.ts';
import { showCategory } from '../features/nominations/store.ts';
import { useKnownVotes } from '../features/voting/use-own-votes.ts';
import { openModal } from '../modals/store.ts';
import { useSession } from '../session/store.ts';
import { Button } from '../ui/button.tsx';
import { Pill } from './pill.tsx';

/** The user's progress while voting is open, and the button for the next step. */
const ProgressPill = () => {
  const { t } = useTranslation('page');
  const { nominations } = useEdition();
  const token = useSession((session) => session.token);
  const { data: known, isPending: asking } = useQuery(userInfoQuery(token));
  const verifications = known?.verifications;
  const { status } = useVerification();
  const ownVotes = useKnownVotes();
  // Votes that are not loaded yet would count as none.
  if (!ownVotes) return null;
  const { voted, total } = progressOf(nominations, ownVotes);
  if (total === 0) return null;
  const step = openStepOf({ verifications, asking, status });
  const next = nextPlace(nominations, ownVotes);

  const action = (): ReactNode => {
    if (step) {
      const text = t('pill.finish', { step: step.step, total: JOURNEY_STEPS });
      return <Button onClick={() => openModal({ type: step.modal, props: {} })}>{text}</Button>;
    }
    if (!next) return <Button onClick={() => openModal({ type: 'finished', props: {} })}>{t('pill.picks')}</Button>;
    return <Button onClick={() => showCategory(next)}>{t(voted === 0 ? 'pill.start' : 'pill.next')}</Button>;
  };
  return (
    <Pill done={voted / total} text={t('pill.progress', { voted, total })}>
      {action()}
    </Pill>
  );
};

export default ProgressPill;
