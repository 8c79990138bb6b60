import { POLL_STALE_MS } from '@laurel/contracts/limits';
import type { VerificationStatus } from '@laurel/contracts/verification';

/** A status that came over the socket, and the event it belongs to. */
export type SocketStatus = { readonly eventId: string; readonly verificationStatus: VerificationStatus };

type Known = {
  readonly eventId: string | undefined;
  /** The verification's log, oldest first; empty where it is not known. */
  readonly log: readonly { readonly verificationStatus: VerificationStatus }[];
  readonly socket: SocketStatus | undefined;
};

/** The status of the verification under way: the last log entry, else what the socket said of it, else IN_PROGRESS. */
export const statusOf = ({ eventId, log, socket }: Known): VerificationStatus => {
  const heard = socket?.eventId === eventId ? socket?.verificationStatus : undefined;
  return log.at(-1)?.verificationStatus ?? heard ?? 'IN_PROGRESS';
};

/** A Telegram link while it is good; undefined once it has expired. */
export const livingLink = <Link extends { readonly expiresAt: number }>(
  link: Link | undefined,
  now: number,
): Link | undefined => (link !== undefined && now < link.expiresAt ? link : undefined);

/** Whether it is time to ask again, though nothing was heard: more than 60 s after the last look. */
export const isPollDue = (lastLook: number, now: number): boolean => now - lastLook > POLL_STALE_MS;
