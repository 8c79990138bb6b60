import { DeliveryError } from '../delivery-error.ts';
import { failureReason, fetchDirect, neverConnected } from '../fetch-direct.ts';

/** A gateway's answer: its status, and as much of its body as a verdict needs. */
export type GatewayAnswer = { status: number; body: string; retryAfterMs: number | undefined };

/** How long one call may take, connecting and reading included, milliseconds. */
export const CALL_MS = 10_000;

/** No wait that a gateway asks for is taken to be longer than this. */
const RETRY_AFTER_MAX_MS = 10 * 60_000;

/** A Retry-After given in seconds (RFC 9110 §10.2.3); a date is left to our own backoff. */
const retryAfterOf = (header: string | null): number | undefined => {
  if (header === null || !/^\d{1,6}$/.test(header.trim())) return undefined;
  return Math.min(Number(header) * 1000, RETRY_AFTER_MAX_MS);
};

/**
 * One call to a gateway. Whatever keeps an answer from coming (connection, TLS, time, a redirect, `signal`) is a
 * temporary failure; it is uncertain unless no connection was made.
 * @param gateway its name, for the failure's text
 * @throws DeliveryError
 */
export const callGateway = async (
  gateway: string,
  url: string,
  call: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<GatewayAnswer> => {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetchDirect(url, {
      ...call,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const retryAfterMs = retryAfterOf(response.headers.get('retry-after'));
    return { status: response.status, body: await response.text(), retryAfterMs };
  } catch (error) {
    const said = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
    const uncertain = call.method === 'POST' && !neverConnected(error);
    throw new DeliveryError(`${gateway}: no answer (${failureReason(error)})`, { permanent: false, uncertain, said });
  }
};

/**
 * Refusals of a call rather than of its message: wrong credentials, wrong address, too many calls. They are ours to
 * mend, and the message leaves once they are.
 */
const CALLER_STATUSES = new Set([401, 403, 404, 405, 407, 408, 425, 429]);

/** Whether a status refuses the message itself for good. */
export const refusesMessage = (status: number): boolean =>
  status >= 400 && status < 500 && !CALLER_STATUSES.has(status);

/** Whether a message may have been accepted although this status came: a server or proxy failed halfway. */
export const mayHaveAccepted = (status: number): boolean => status >= 500;
