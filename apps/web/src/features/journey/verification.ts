import type { VerificationStatus } from '@laurel/contracts/verification';
import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { stored } from '../../lib/stored.ts';
import { useSession } from '../../session/store.ts';
import { userInfoQuery } from '../account/api.ts';
import { type Begun, verificationLogsQuery } from '../social/api.ts';
import { type Awaited, awaitedOf, type SocketStatus, shownVerification, statusOf } from '../social/flow.ts';

type Followed = {
  /** The event of the current social verification. */
  readonly eventId: string | undefined;
  /** The last status from the socket, or the outcome of the last verification. */
  readonly socket: SocketStatus | undefined;
  /** The code that proves an Instagram name, if the verification started on this page; the log has it as well. */
  readonly proofCode: string | undefined;
};

const NOTHING: Followed = { eventId: undefined, socket: undefined, proofCode: undefined };

/** The user's social verification in this browser. */
export const useFollowed = create<Followed>(() => NOTHING);

/** Stops following, because the next user may be another person. */
export const dropVerification = (): void => useFollowed.setState(NOTHING);

/** Restores the stored verification; a status of another event is removed (RT-02). */
export const restoreVerification = (): void => {
  const eventId = stored.socialRequestId.read();
  const socket = stored.socketStatus.read();
  const foreign = eventId !== undefined && socket?.eventId !== eventId;
  if (foreign) stored.socketStatus.remove();
  useFollowed.setState({ eventId, socket: foreign ? undefined : socket, proofCode: undefined });
};

/**
 * Follows a verification that another tab began. One that ended there is followed here until this tab has its outcome.
 */
export const followOtherTab = (): void => {
  const eventId = stored.socialRequestId.read();
  if (eventId !== undefined && eventId !== useFollowed.getState().eventId) restoreVerification();
};

/** Follows a new verification, and drops the status of an earlier one. */
export const followVerification = ({ eventId, proofCode }: Begun): void => {
  stored.socialRequestId.write(eventId);
  if (stored.socketStatus.read()?.eventId !== eventId) stored.socketStatus.remove();
  useFollowed.setState({ eventId, socket: stored.socketStatus.read(), proofCode });
};

/** Stores the status of the current verification. */
export const storeStatus = (eventId: string, verificationStatus: VerificationStatus): void => {
  const socket = { eventId, verificationStatus };
  stored.socketStatus.write(socket);
  useFollowed.setState({ socket });
};

/** Ends a successful verification: only its outcome is kept, and only in this page. */
export const endVerified = (eventId: string): void => {
  stored.telegramLink.remove();
  stored.socialRequestId.remove();
  stored.socketStatus.remove();
  const socket = { eventId, verificationStatus: 'VERIFIED' } as const;
  useFollowed.setState({ eventId: undefined, socket, proofCode: undefined });
};

/** Ends a verification that the server has no record of, so that it can't succeed (SO-07). */
export const endLost = (eventId: string): void => {
  stored.socialRequestId.remove();
  storeStatus(eventId, 'NOT_VERIFIED');
  useFollowed.setState({ eventId: undefined, proofCode: undefined });
};

/** Drops a `verified` outcome after the server says that no social account is connected. */
export const forgetVerified = (): void => {
  if (useFollowed.getState().socket?.verificationStatus === 'VERIFIED') useFollowed.setState({ socket: undefined });
};

/** The status of the current verification, and what it waits for. The status is undefined without a verification. */
export const verificationNow = (
  client: QueryClient,
): { readonly status: VerificationStatus | undefined; readonly awaited: Awaited } => {
  const { eventId, socket, proofCode } = useFollowed.getState();
  const { token } = useSession.getState();
  const open = client.getQueryData(userInfoQuery(token).queryKey)?.openInstagram;
  const known = eventId === undefined ? undefined : client.getQueryData(verificationLogsQuery(eventId, token).queryKey);
  const own = {
    status: eventId === undefined ? undefined : statusOf({ eventId, socket, log: known?.log }),
    proofCode: proofCode ?? known?.proofCode,
  };
  const shown = shownVerification(own, { open, verified: false });
  const isInstagram = open !== undefined || shown.proofCode !== undefined;
  return { status: shown.status, awaited: awaitedOf({ ...shown, isInstagram }) };
};
