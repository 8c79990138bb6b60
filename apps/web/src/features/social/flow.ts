import { VERIFICATION_STATUSES, type VerificationStatus } from '@laurel/contracts/verification';
import type { ApiFailure } from '../../lib/failure.ts';
import { POLL_STALE_MS } from '../../lib/limits.ts';

/** A status from the socket, and the event it belongs to. */
export type SocketStatus = { readonly eventId: string; readonly verificationStatus: VerificationStatus };

type Log = readonly { readonly verificationStatus: VerificationStatus }[];

type Known = {
  /** The current verification, if any. */
  readonly eventId: string | undefined;
  /** The verification's log, oldest first; undefined if unknown. */
  readonly log: Log | undefined;
  readonly socket: SocketStatus | undefined;
};

const socketStatusOf = ({ eventId, socket }: Known): VerificationStatus | undefined =>
  eventId === undefined || socket?.eventId === eventId ? socket?.verificationStatus : undefined;

/**
 * The status of the current verification: the last log entry, else the socket's status, else IN_PROGRESS. Without a
 * current one, the last status; undefined if there was none.
 */
export const statusOf = (known: Known): VerificationStatus | undefined => {
  if (known.eventId === undefined) return socketStatusOf(known);
  return known.log?.at(-1)?.verificationStatus ?? socketStatusOf(known) ?? 'IN_PROGRESS';
};

/** Whether the verification has not ended. */
export const isInProgress = (status: VerificationStatus | undefined): boolean =>
  status === 'IN_PROGRESS' || status === 'RETRY';

/** What a verification in progress waits for: the message with the code, a follower, a decision, or the bot. */
export type Awaited = 'code' | 'follow' | 'review' | 'telegram';

/** What the user's verification in progress waits for. */
export const awaitedOf = ({
  isInstagram,
  proofCode,
  status,
}: {
  readonly isInstagram: boolean;
  readonly proofCode: string | undefined;
  readonly status: VerificationStatus | undefined;
}): Awaited => {
  if (!isInstagram) return 'telegram';
  if (proofCode === undefined) return 'review';
  return status === 'RETRY' ? 'follow' : 'code';
};

/** The status of a verification and its proof code. */
type Verification = { readonly status: VerificationStatus | undefined; readonly proofCode: string | undefined };

/**
 * The verification to show: this browser's own while it is in progress or verified; else an open one of another device.
 * Else verified, if another device succeeded and this browser has none; else this browser's own.
 */
export const shownVerification = (
  own: Verification,
  server: {
    readonly open:
      | { readonly verificationStatus: VerificationStatus; readonly proofCode?: string | undefined }
      | undefined;
    /** Whether the user has a verified social account. */
    readonly verified: boolean;
  },
): Verification => {
  if (isInProgress(own.status) || own.status === 'VERIFIED') return own;
  if (server.open) return { status: server.open.verificationStatus, proofCode: server.open.proofCode };
  return own.status === undefined && server.verified ? { status: 'VERIFIED', proofCode: undefined } : own;
};

/** How a verification ended, if it did (SO-07); the server has no record of a `lost` one. */
export const endOf = (
  known: Known & {
    /** Whether the user has a verified social account; undefined if unknown. */
    readonly socialVerified: boolean | undefined;
  },
): 'verified' | 'lost' | undefined => {
  if (known.eventId === undefined) return undefined;
  if (known.socialVerified || statusOf(known) === 'VERIFIED') return 'verified';
  const isUnrecorded = known.log !== undefined && known.log.at(-1)?.verificationStatus === undefined;
  return known.socialVerified === false && isUnrecorded && isInProgress(socketStatusOf(known)) ? 'lost' : undefined;
};

/** The status in a realtime message; without one, the verification is in progress (RT-02). */
export const statusOfMessage = (message: unknown): VerificationStatus => {
  const named = typeof message === 'object' && message !== null && 'verificationStatus' in message;
  return VERIFICATION_STATUSES.find((each) => named && each === message.verificationStatus) ?? 'IN_PROGRESS';
};

/** Whether a retry can't help: no attempts are left, or the account is another person's (SO-05). */
export const isBlocked = ({ code }: ApiFailure): boolean => code === 'social.attempts' || code === 'social.tag_used';

/** The Telegram link; undefined once it has expired. */
export const unexpiredLink = <Link extends { readonly expiresAt: number }>(
  link: Link | undefined,
  now: number,
): Link | undefined => (link !== undefined && now < link.expiresAt ? link : undefined);

/** Whether to poll: more than 60 s after the last response. */
export const isPollDue = (lastAnswer: number, now: number): boolean => now - lastAnswer > POLL_STALE_MS;
