import { DeliveryError } from '../delivery-error.ts';
import { failureReason, fetchDirect, neverConnected } from '../fetch-direct.ts';

/** A gateway's response. */
export type GatewayAnswer = { status: number; body: string; retryAfterMs: number | undefined };

/** The time limit of a request, including connecting and reading, milliseconds. */
export const CALL_MS = 10_000;

/** The longest Retry-After that is honoured. */
const RETRY_AFTER_MAX_MS = 10 * 60_000;

/** A Retry-After in seconds (RFC 9110 §10.2.3). With a date, our own backoff applies. */
export const retryAfterOf = (header: string | null, maxMs = RETRY_AFTER_MAX_MS): number | undefined => {
  if (header === null || !/^\d{1,6}$/.test(header.trim())) return undefined;
  return Math.min(Number(header) * 1000, maxMs);
};

/**
 * Sends one request to a gateway. Without a response (connection, TLS, timeout, redirect, `signal`) the failure is
 * temporary. That of a POST is also uncertain, unless no connection was made.
 * @param gateway its name, for the error's text
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
    const detail = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
    const uncertain = call.method === 'POST' && !neverConnected(error);
    throw new DeliveryError(`${gateway}: no answer (${failureReason(error)})`, { permanent: false, uncertain, detail });
  }
};

/**
 * Statuses that reject the request rather than its message: wrong credentials, wrong URL, too many requests. The
 * message can be sent later, some only after the organiser has corrected the configuration.
 */
const CALLER_STATUSES = new Set([401, 403, 404, 405, 407, 408, 425, 429]);

/** Whether a status rejects the message permanently. */
export const refusesMessage = (status: number): boolean =>
  status >= 400 && status < 500 && !CALLER_STATUSES.has(status);

/** The failure that an answer means in which the gateway says nothing about the message. */
export const unclear = (gateway: string, { status, retryAfterMs }: GatewayAnswer): DeliveryError => {
  const uncertain = mayHaveAccepted(status);
  return new DeliveryError(`${gateway}: ${status}`, { permanent: refusesMessage(status), uncertain, retryAfterMs });
};

/** Whether the message may have been accepted: a server or proxy failed halfway, or the answer has another form. */
export const mayHaveAccepted = (status: number): boolean => status < 400 || status >= 500;
