import { chatSend, chatTopic } from '@laurel/contracts/destinations';
import type { StorageKey } from '@laurel/contracts/storage';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { POLL_INTERVAL_MS } from '../../lib/limits.ts';
import { listenTo } from '../../lib/realtime.ts';
import { useSession } from '../../session/store.ts';
import { userInfoQuery } from '../account/api.ts';
import { verificationLogsQuery } from '../social/api.ts';
import { endOf, isPollDue, statusOfMessage } from '../social/flow.ts';
import { useVerification } from './use-verification.ts';
import {
  dropVerification,
  endLost,
  endVerified,
  followOtherTab,
  restoreVerification,
  storeStatus,
  verificationNow,
} from './verification.ts';

/** Follows the user's verifications over the socket, and by polling without one. Renders nothing. */
const VerificationWatch = () => {
  const client = useQueryClient();
  const token = useSession((session) => session.token);
  const { eventId, log, socket, socialVerified, ownStatus } = useVerification();
  const end = endOf({ eventId, log, socket, socialVerified });

  useEffect(() => {
    restoreVerification();
    return dropVerification;
  }, [token]);

  useEffect(() => {
    const key: StorageKey = 'socialRequestId';
    const follow = (event: StorageEvent) => {
      if (event.key === key) followOtherTab();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  useEffect(() => {
    if (eventId === undefined) return undefined;
    const { queryKey } = verificationLogsQuery(eventId, token);
    const receive = (message: unknown) => {
      const verificationStatus = statusOfMessage(message);
      const hasChanged = verificationStatus !== verificationNow(client).status;
      storeStatus(eventId, verificationStatus);
      if (!hasChanged) return;
      // The log decides the status, so the message is appended to it until the log is loaded again.
      const line = { verificationStatus, createdAt: new Date().toISOString() };
      client.setQueryData(queryKey, (known) => known && { ...known, log: [...known.log, line] });
      void client.invalidateQueries({ queryKey });
      // A shared number counts also without the channel.
      if (verificationStatus === 'RETRY') void client.invalidateQueries({ queryKey: userInfoQuery(token).queryKey });
    };
    return listenTo(chatTopic(eventId), receive, { askAt: chatSend(eventId) });
  }, [client, eventId, token]);

  useEffect(() => {
    if (eventId === undefined || end === undefined) return;
    if (end === 'lost') endLost(eventId);
    else {
      endVerified(eventId);
      void client.invalidateQueries({ queryKey: userInfoQuery(token).queryKey });
    }
  }, [client, end, eventId, token]);

  useEffect(() => {
    if (ownStatus !== 'NOT_VERIFIED') return;
    // The data from before the decision still has the verification as open.
    const { queryKey } = userInfoQuery(token);
    client.setQueryData(queryKey, (known) => known && { ...known, openInstagram: undefined });
    void client.invalidateQueries({ queryKey });
  }, [client, ownStatus, token]);

  useEffect(() => {
    const began = Date.now();
    const ask = () => {
      for (const { queryKey, enabled } of [userInfoQuery(token), verificationLogsQuery(eventId, token)]) {
        const lastAnswer = Math.max(began, client.getQueryState(queryKey)?.dataUpdatedAt ?? 0);
        if (!enabled || !isPollDue(lastAnswer, Date.now())) continue;
        void client.refetchQueries({ queryKey }, { cancelRefetch: false });
      }
    };
    const timer = window.setInterval(ask, POLL_INTERVAL_MS);
    return () => window.clearInterval(timer);
  }, [client, eventId, token]);

  return null;
};

export default VerificationWatch;
