import type { FastifyInstance } from 'fastify';
import { LATE, waitAtMost } from './concurrency/wait-at-most.ts';

/** How often a stop closes the connections whose calls have ended meanwhile, milliseconds. */
const END_IDLE_EVERY_MS = 100;
/** How long a stop waits for calls, milliseconds. What must not be lost has the rest of the 25 seconds. */
const CALLS_LIMIT_MS = 15_000;

/**
 * Closes a listener once its calls are answered, or when their time is over: Node.js no longer limits the time of half a request
 * once a server is closed. A connection whose call is still running becomes idle later, and clients keep idle ones open.
 */
export const closeListener = async (app: FastifyInstance): Promise<void> => {
  const ending = setInterval(() => app.server.closeIdleConnections(), END_IDLE_EVERY_MS);
  try {
    // This leaves WebSockets open, so the stop goes on without waiting for them.
    if ((await waitAtMost(CALLS_LIMIT_MS, app.close())) === LATE) app.server.closeAllConnections();
  } finally {
    clearInterval(ending);
  }
};
