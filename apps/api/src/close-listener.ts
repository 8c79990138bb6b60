import type { FastifyInstance } from 'fastify';
import { LATE, waitAtMost } from './concurrency/wait-at-most.ts';

/** How often a stop closes the connections whose calls have ended meanwhile, milliseconds. */
const END_IDLE_EVERY_MS = 100;

/**
 * Closes a listener once its calls are answered. A connection whose call is still running becomes idle later, and clients keep
 * idle ones open.
 * @param limitMs how long calls may take, milliseconds; by default for ever. Node.js no longer limits the time of half a
 *   request once a server is closed
 */
export const closeListener = async (app: FastifyInstance, limitMs?: number): Promise<void> => {
  const ending = setInterval(() => app.server.closeIdleConnections(), END_IDLE_EVERY_MS);
  const closed = app.close();
  try {
    if (limitMs === undefined) return await closed;
    // A socket that answers nothing is not closed by this, so the rest does not wait for it.
    if ((await waitAtMost(limitMs, closed)) === LATE) app.server.closeAllConnections();
  } finally {
    clearInterval(ending);
  }
};
