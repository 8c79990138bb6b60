import { chatSend, chatTopic } from '@laurel/contracts/destinations';
import { POLL_INTERVAL_MS } from '@laurel/contracts/limits';
import { chatMessageSchema } from '@laurel/contracts/records';
import type { VerificationStatus } from '@laurel/contracts/verification';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listenTo } from '../../../lib/realtime.ts';
import { stored } from '../../../lib/stored.ts';
import { useSession } from '../../../session/store.ts';
import { verificationLogsQuery } from '../api.ts';
import { isPollDue, statusOf } from '../flow.ts';

/** Follows a verification over the socket, and by its log where the socket is silent. */
export const useVerification = (eventId: string | undefined): VerificationStatus | undefined => {
  const token = useSession((session) => session.token);
  const { data: log = [], dataUpdatedAt, refetch } = useQuery(verificationLogsQuery(eventId, token));
  const [socket, setSocket] = useState(() => stored.socketStatus.read());

  useEffect(() => {
    if (eventId === undefined) return undefined;
    const hear = (message: unknown) => {
      const parsed = chatMessageSchema.safeParse(message);
      if (!parsed.success) return;
      const status = { eventId, verificationStatus: parsed.data.verificationStatus };
      stored.socketStatus.write(status);
      setSocket(status);
      void refetch();
    };
    return listenTo(chatTopic(eventId), hear, chatSend(eventId));
  }, [eventId, refetch]);

  useEffect(() => {
    if (eventId === undefined) return undefined;
    const timer = window.setInterval(() => {
      if (isPollDue(dataUpdatedAt, Date.now())) void refetch();
    }, POLL_INTERVAL_MS);
    return () => window.clearInterval(timer);
  }, [eventId, dataUpdatedAt, refetch]);

  return eventId === undefined ? undefined : statusOf({ eventId, log, socket });
};
