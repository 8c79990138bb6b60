import type { Vote } from '@laurel/contracts/records';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showOutcome } from '../../lib/busy.ts';
import { notifyOtherTabs } from '../../lib/other-tabs.ts';
import { openModal } from '../../modals/store.ts';
import { useSession } from '../../session/store.ts';
import { useEdition } from '../edition/context.ts';
import { ownVotesQuery } from '../voting/api.ts';
import type { Casting } from '../voting/use-cast.ts';
import { dispatch } from './store.ts';
import { useJourney } from './use-journey.ts';
import { useKeeper } from './use-keeper.ts';

/**
 * Casts the pending vote, and shows it on the page as soon as it is recorded.
 * @param onRecorded shows it; a vote for another nominee, which was recorded before, is only reported
 */
export const useCasting = (onRecorded: (vote: Vote) => void): Casting => {
  const { t } = useTranslation(['voting', 'errors']);
  const client = useQueryClient();
  const { afterRefusedVote, refresh } = useJourney();
  const { log, phase } = useEdition();
  return {
    isOpen: phase === 'open',
    keeper: useKeeper(log),
    onVoted: (recorded, asked) => {
      dispatch({ type: 'voteEnded' });
      const { queryKey } = ownVotesQuery(useSession.getState().token);
      client.setQueryData(queryKey, (known = []) => [...known, recorded]);
      refresh();
      notifyOtherTabs();
      if (recorded.vote === asked.vote) {
        // The loader would cover the moment for another 600 ms.
        showOutcome();
        onRecorded(recorded);
      } else {
        const text = t('errors:vote.exists');
        openModal({ type: 'messageWithClose', props: { title: t('existsTitle'), text } });
      }
    },
    onRefused: afterRefusedVote,
    onDoubtEnded: () => {
      const { queryKey } = ownVotesQuery(useSession.getState().token);
      void client.invalidateQueries({ queryKey });
    },
  };
};
