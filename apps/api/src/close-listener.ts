import type { FastifyInstance } from 'fastify';
import { LATE, waitAtMost } from './concurrency/wait-at-most.ts';

/** How often a stop closes the connections that have become idle, milliseconds. */
const END_IDLE_EVERY_MS = 100;
/** How long a stop waits for calls, milliseconds. The other steps of the stop have the rest of its 25 seconds. */
const CALLS_LIMIT_MS = 15_000;

/**
 * Closes a listener once its calls are answered, or after the limit: Node.js no longer limits the time of incomplete
 * requests once a server is closed. Connections are closed as soon as they are idle, because clients keep idle ones
 * open.
 */
export const closeListener = async (app: FastifyInstance): Promise<void> => {
  const ending = setInterval(() => app.server.closeIdleConnections(), END_IDLE_EVERY_MS);
  try {
    // closeAllConnections leaves WebSockets open; the stop does not wait for them.
    if ((await waitAtMost(CALLS_LIMIT_MS, app.close())) === LATE) app.server.closeAllConnections();
  } finally {
    clearInterval(ending);
  }
};
