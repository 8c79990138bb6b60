import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { openModal, useModals } from '../modals/store.ts';
import type { ModalType } from '../modals/types.ts';
import { useSession } from '../session/store.ts';
import { useWish } from './wish.ts';

/** Steps that only make sense to who is logged in. */
const FOR_MEMBERS: ReadonlySet<ModalType> = new Set(['phoneOtp', 'socialVerification', 'voteConfirm']);

/** Where the session ends in the middle of a step: says so, lets the person log in, and leads on from there. */
export const useEndedSession = (): void => {
  const { t } = useTranslation('errors');
  const stranded = useModals(({ current }) => current !== undefined && FOR_MEMBERS.has(current.type));
  const loggedIn = useSession(({ token }) => token !== undefined);
  useEffect(() => {
    if (loggedIn || !stranded) return;
    useWish.setState({ onward: true });
    openModal({ type: 'login', props: { trouble: t('auth.expired') } });
  }, [loggedIn, stranded, t]);
};
