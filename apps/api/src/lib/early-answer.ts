import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyServerFactory } from 'fastify';

/** Answers a request before the framework hears of it; false where it is the framework's to answer. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * An HTTP server that asks `early` first. Once it takes no more connections, each that is open ends with its next answer.
 * @param limits how long a request may take to arrive, a connection may stay without one, and those that are idle stay
 *   open after the last one was taken: a proxy may be about to use one, and can't send a vote twice; milliseconds
 */
export const earlyServer =
  (
    early: EarlyAnswer,
    limits: { requestTimeout: number; keepAliveTimeout: number; idleAfterStop?: number },
  ): FastifyServerFactory =>
  (framework) => {
    const server = createServer(limits, (request, response) => {
      if (!server.listening) response.shouldKeepAlive = false;
      if (!early(request, response)) framework(request, response);
    });
    const { idleAfterStop = 0 } = limits;
    const endIdle = server.closeIdleConnections.bind(server);
    // What Node.js calls first when a server is closed.
    if (idleAfterStop > 0) server.closeIdleConnections = () => void setTimeout(endIdle, idleAfterStop).unref();
    return server;
  };
