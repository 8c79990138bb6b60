import { randomBytes } from 'node:crypto';

/** How long a session lasts at most, milliseconds. It also ends after an hour without a request (team_session()). */
export const SESSION_MS = 12 * 60 * 60_000;
/** How long an invitation is open, milliseconds. */
export const INVITATION_MS = 24 * 60 * 60_000;
/** How long a passkey counts as fresh, milliseconds. */
export const FRESH_MS = 5 * 60_000;
/** Sign-ins and invitations that one network may try. */
export const ENTRANCE = { limit: 60, windowMs: 15 * 60_000 };
export const entranceKey = (network: string): string => `console:${network}`;

/** Whether a passkey was used so recently that no other proof is needed. */
export const isFresh = (passkeyAt: Date, now: Date): boolean => now.getTime() - passkeyAt.getTime() < FRESH_MS;

/** Unknown session tokens that one network may send. */
export const UNKNOWN_TOKENS = { limit: 60, windowMs: 60_000 };

const TOKEN_BYTES = 32;

/** A token of a session or an invitation: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
/** Whether a text has the form of a token. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);
