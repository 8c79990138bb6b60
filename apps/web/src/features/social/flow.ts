import { POLL_STALE_MS } from '@laurel/contracts/limits';
import { VERIFICATION_STATUSES, type VerificationStatus } from '@laurel/contracts/verification';
import type { ApiFailure } from '../../lib/failure.ts';

/** A status that came over the socket, and the event it belongs to. */
export type SocketStatus = { readonly eventId: string; readonly verificationStatus: VerificationStatus };

type Log = readonly { readonly verificationStatus: VerificationStatus }[];

type Known = {
  /** The verification under way, if any. */
  readonly eventId: string | undefined;
  /** The verification's log, oldest first; undefined where it is not known. */
  readonly log: Log | undefined;
  readonly socket: SocketStatus | undefined;
};

const heardOf = ({ eventId, socket }: Known): VerificationStatus | undefined =>
  eventId === undefined || socket?.eventId === eventId ? socket?.verificationStatus : undefined;

/**
 * The status of the verification under way: the last log entry, else what the socket said of it, else IN_PROGRESS.
 * Where none is under way, how the last one ended; undefined where there was none.
 */
export const statusOf = (known: Known): VerificationStatus | undefined => {
  if (known.eventId === undefined) return heardOf(known);
  return known.log?.at(-1)?.verificationStatus ?? heardOf(known) ?? 'IN_PROGRESS';
};

/** Whether something is still to come of it. */
export const isUnderWay = (status: VerificationStatus | undefined): boolean =>
  status === 'IN_PROGRESS' || status === 'RETRY';

/** How a verification ended, if it did (SO-07): `lost` is one that the server knows nothing of. */
export const endOf = (
  known: Known & {
    /** Whether the person has a verified social account; undefined while that is not known. */
    readonly socialVerified: boolean | undefined;
  },
): 'verified' | 'lost' | undefined => {
  if (known.eventId === undefined) return undefined;
  if (known.socialVerified || statusOf(known) === 'VERIFIED') return 'verified';
  const silent = known.log !== undefined && known.log.at(-1)?.verificationStatus === undefined;
  return known.socialVerified === false && silent && isUnderWay(heardOf(known)) ? 'lost' : undefined;
};

/** The status in a realtime message; one that names none means that the verification is in progress (RT-02). */
export const heardStatus = (message: unknown): VerificationStatus => {
  const named = typeof message === 'object' && message !== null && 'verificationStatus' in message;
  return VERIFICATION_STATUSES.find((each) => named && each === message.verificationStatus) ?? 'IN_PROGRESS';
};

/** A refusal that no other try can change: the attempts are used up, or the account is another person's (SO-05). */
export const isBlocked = ({ code }: ApiFailure): boolean => code === 'social.attempts' || code === 'social.tag_used';

/** A Telegram link while it is good; undefined once it has expired. */
export const livingLink = <Link extends { readonly expiresAt: number }>(
  link: Link | undefined,
  now: number,
): Link | undefined => (link !== undefined && now < link.expiresAt ? link : undefined);

/** Whether it is time to ask again, though nothing was heard: more than 60 s after the last answer. */
export const isPollDue = (lastAnswer: number, now: number): boolean => now - lastAnswer > POLL_STALE_MS;
