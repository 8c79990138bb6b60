import type { VerificationStatus } from '@laurel/contracts/verification';
import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { stored } from '../../lib/stored.ts';
import { useSession } from '../../session/store.ts';
import { type Begun, verificationLogsQuery } from '../social/api.ts';
import { type SocketStatus, statusOf } from '../social/flow.ts';

type Followed = {
  /** The social verification under way: the event to listen to. */
  readonly eventId: string | undefined;
  /** What the socket said of it last, or how the last one ended. */
  readonly socket: SocketStatus | undefined;
  /** What proves an Instagram name, where it was begun on this page; the server gives it again with the log. */
  readonly proofCode: string | undefined;
};

const NOTHING: Followed = { eventId: undefined, socket: undefined, proofCode: undefined };

/** The person's social verification, as this browser follows it. */
export const useFollowed = create<Followed>(() => NOTHING);

/** Follows nothing any more: who comes next is another person. */
export const dropVerification = (): void => useFollowed.setState(NOTHING);

/** Takes up what is stored; a status of another event is removed (RT-02). */
export const takeUpVerification = (): void => {
  const eventId = stored.socialRequestId.read();
  const socket = stored.socketStatus.read();
  const foreign = eventId !== undefined && socket?.eventId !== eventId;
  if (foreign) stored.socketStatus.remove();
  useFollowed.setState({ eventId, socket: foreign ? undefined : socket, proofCode: undefined });
};

/** Follows a verification that was just begun, and forgets what was heard of another. */
export const followVerification = ({ eventId, proofCode }: Begun): void => {
  stored.socialRequestId.write(eventId);
  if (stored.socketStatus.read()?.eventId !== eventId) stored.socketStatus.remove();
  useFollowed.setState({ eventId, socket: stored.socketStatus.read(), proofCode });
};

/** Keeps what was heard of the verification under way. */
export const keepStatus = (eventId: string, verificationStatus: VerificationStatus): void => {
  const socket = { eventId, verificationStatus };
  stored.socketStatus.write(socket);
  useFollowed.setState({ socket });
};

/** The account is connected: nothing of the way there is kept, but this page knows how it ended. */
export const endVerified = (eventId: string): void => {
  stored.telegramLink.remove();
  stored.socialRequestId.remove();
  stored.socketStatus.remove();
  const socket = { eventId, verificationStatus: 'VERIFIED' } as const;
  useFollowed.setState({ eventId: undefined, socket, proofCode: undefined });
};

/** The server knows nothing of the verification under way: it can't succeed any more (SO-07). */
export const endLost = (eventId: string): void => {
  stored.socialRequestId.remove();
  keepStatus(eventId, 'NOT_VERIFIED');
  useFollowed.setState({ eventId: undefined, proofCode: undefined });
};

/** The server says that no social account is connected, whatever this page has seen. */
export const forgetVerified = (): void => {
  if (useFollowed.getState().socket?.verificationStatus === 'VERIFIED') useFollowed.setState({ socket: undefined });
};

/** What is known of the verification under way at this moment; no status where there is none. */
export const verificationNow = (
  client: QueryClient,
): { readonly status: VerificationStatus | undefined; readonly proofCode: string | undefined } => {
  const { eventId, socket, proofCode } = useFollowed.getState();
  if (eventId === undefined) return { status: undefined, proofCode: undefined };
  const { queryKey } = verificationLogsQuery(eventId, useSession.getState().token);
  const known = client.getQueryData(queryKey);
  return { status: statusOf({ eventId, socket, log: known?.log }), proofCode: proofCode ?? known?.proofCode };
};
