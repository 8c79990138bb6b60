import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

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
    const isLate = await Promise.race([closed.then(() => false), sleep(limitMs, true, { ref: false })]);
    // A socket that answers nothing is not closed by this, so the rest does not wait for it.
    if (isLate) app.server.closeAllConnections();
  } finally {
    clearInterval(ending);
  }
};
