import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { userInfoQuery } from '../features/account/api.ts';
import { leftStep } from '../features/journey/resume.ts';
import { openModal, useModals } from '../modals/store.ts';
import { useSession } from '../session/store.ts';
import { useStanding } from './use-standing.ts';

/**
 * Opens the step at which the visitor of a reminder's link stopped: before the login the step that was left in this browser, or the
 * login; after it what is missing, or the ballot. A visitor who closes the login is not asked again. Renders nothing.
 */
const Resume = () => {
  // The page loads this for any address with the word in it.
  const isMeant = new URLSearchParams(window.location.search).has('resume');
  const stage = useRef<'start' | 'login' | 'done'>(isMeant ? 'start' : 'done');
  const token = useSession((session) => session.token);
  const isOpen = useModals(({ current }) => current !== undefined);
  const { data: known } = useQuery(userInfoQuery(token));
  const standing = useStanding();
  useEffect(() => {
    // A reload opens nothing again.
    const url = new URL(window.location.href);
    url.searchParams.delete('resume');
    window.history.replaceState(window.history.state, '', url);
  }, []);
  useEffect(() => {
    if (isOpen || stage.current === 'done') return;
    if (token === undefined) {
      if (stage.current === 'start') openModal(leftStep()?.request ?? { type: 'login', props: {} });
      stage.current = stage.current === 'start' ? 'login' : 'done';
    } else if (known && standing) {
      stage.current = 'done';
      openModal(standing.next());
    }
  }, [isOpen, token, known, standing]);
  return null;
};

export default Resume;
