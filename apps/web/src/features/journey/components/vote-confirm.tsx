import { useEffect } from 'react';
import { useLocalized } from '../../../i18n/language.ts';
import { closeModal, openModal } from '../../../modals/store.ts';
import type { ModalProps } from '../../../modals/types.ts';
import { useEdition } from '../../edition/context.ts';
import { VoteConfirmModal } from '../../voting/components/confirm-modal.tsx';
import { choiceOf } from '../choice.ts';
import { dispatch } from '../store.ts';
import { useCasting } from '../use-casting.ts';

const giveUp = (): void => {
  dispatch({ type: 'voteEnded' });
  closeModal();
};

/** Closes the confirmation of a vote that was restored after a reload, but whose nominee was withdrawn meanwhile. */
const Gone = () => {
  useEffect(giveUp, []);
  return null;
};

/** Confirms the pending vote. */
export const VoteConfirm = ({ vote, notice }: ModalProps['voteConfirm']) => {
  const localize = useLocalized();
  const { nominations } = useEdition();
  const casting = useCasting((recorded) => openModal({ type: 'voted', props: { vote: recorded } }));
  const choice = choiceOf(nominations, vote, localize);
  if (!choice) return <Gone />;
  return <VoteConfirmModal vote={vote} notice={notice} choice={choice} casting={casting} onCancel={giveUp} />;
};
