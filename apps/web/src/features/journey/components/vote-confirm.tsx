import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../i18n/language.ts';
import { showOutcome } from '../../../lib/busy.ts';
import { notifyOtherTabs } from '../../../lib/other-tabs.ts';
import { closeModal, openModal } from '../../../modals/store.ts';
import type { ModalProps } from '../../../modals/types.ts';
import { useSession } from '../../../session/store.ts';
import { useEdition } from '../../edition/context.ts';
import { ownVotesQuery } from '../../voting/api.ts';
import { VoteConfirmModal } from '../../voting/components/confirm-modal.tsx';
import { choiceOf } from '../choice.ts';
import { dispatch } from '../store.ts';
import { useJourney } from '../use-journey.ts';
import { useKeeper } from '../use-keeper.ts';

const giveUp = (): void => {
  dispatch({ type: 'voteEnded' });
  closeModal();
};

/** Closes the confirmation of a vote that was restored after a reload, but whose nominee was withdrawn meanwhile. */
const Gone = () => {
  useEffect(giveUp, []);
  return null;
};

/** Confirms the pending vote, and shows it on the page as soon as it is recorded. */
export const VoteConfirm = ({ vote, notice }: ModalProps['voteConfirm']) => {
  const { t } = useTranslation(['voting', 'errors']);
  const localize = useLocalized();
  const client = useQueryClient();
  const { afterRefusedVote, refresh } = useJourney();
  const { nominations, log, phase } = useEdition();
  const keeper = useKeeper(log);
  const choice = choiceOf(nominations, vote, localize);
  if (!choice) return <Gone />;

  return (
    <VoteConfirmModal
      vote={vote}
      notice={notice}
      choice={choice}
      isOpen={phase === 'open'}
      keeper={keeper}
      onVoted={(recorded) => {
        dispatch({ type: 'voteEnded' });
        const { queryKey } = ownVotesQuery(useSession.getState().token);
        client.setQueryData(queryKey, (known = []) => [...known, recorded]);
        refresh();
        notifyOtherTabs();
        if (recorded.vote === vote.vote) {
          // The loader would cover the moment for another 600 ms.
          showOutcome();
          openModal({ type: 'voted', props: { vote: recorded } });
        } else {
          const text = t('errors:vote.exists');
          openModal({ type: 'messageWithClose', props: { title: t('existsTitle'), text } });
        }
      }}
      onRefused={afterRefusedVote}
      onDoubtEnded={() => {
        const { queryKey } = ownVotesQuery(useSession.getState().token);
        void client.invalidateQueries({ queryKey });
      }}
      onCancel={giveUp}
    />
  );
};
