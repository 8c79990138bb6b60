import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerFactory } from 'fastify';
import { endSlowReaders } from './slow-readers.ts';

/** Answers a request before the framework hears of it; false where it is the framework's to answer. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

type Limits = {
  /** How long a request may take to arrive, milliseconds. */
  requestTimeout: number;
  /** How long a connection may stay without one, milliseconds. */
  keepAliveTimeout: number;
  /** How long an answer may take to be read, milliseconds. */
  readTimeout: number;
  /**
   * How long those that are idle stay open after the last one was taken, milliseconds: a proxy may be about to use one, and
   * can't send a vote twice.
   */
  idleAfterStop?: number;
};

/**
 * How many requests may wait behind another of their connection. Browsers and proxies wait for each answer, while one read of a
 * connection can hold more than a thousand requests, each of which would be kept in memory with its answer.
 */
const MOST_WAITING = 32;

/** Counts the requests that wait behind another of their connection; says whether one more is too many. */
const createQueueLimit = (): ((socket: Socket, response: ServerResponse) => boolean) => {
  const waiting = new WeakMap<Socket, number>();
  return (socket, response) => {
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return count > MOST_WAITING;
  };
};

/**
 * An HTTP server that asks `early` first. Once it takes no more connections, each that is open ends with its next answer.
 * @param isSocket whether a request may become a WebSocket. Any other that asks for a protocol of its own is answered like one
 *   that does not: a connection that was let go of is under none of the limits
 */
export const earlyServer =
  (
    early: EarlyAnswer,
    limits: Limits,
    isSocket: (request: IncomingMessage) => boolean = () => false,
  ): FastifyServerFactory =>
  (framework) => {
    const { readTimeout, idleAfterStop = 0, ...timeouts } = limits;
    // Node.js looks every 30 seconds by itself, so that half a request could stay for twice as long as it may.
    const connectionsCheckingInterval = timeouts.requestTimeout / 4;
    const options = { ...timeouts, connectionsCheckingInterval, shouldUpgradeCallback: isSocket };
    const isTooMany = createQueueLimit();
    const server = createServer(options, (request, response) => {
      // A response gets the socket once those before it are done.
      const isWaiting = response.socket === null;
      if (isWaiting && (request.socket.destroyed || isTooMany(request.socket, response))) {
        request.socket.destroy();
        return;
      }
      if (!server.listening) response.shouldKeepAlive = false;
      if (!early(request, response)) framework(request, response);
    });
    endSlowReaders(server, readTimeout);
    const endIdle = server.closeIdleConnections.bind(server);
    // What Node.js calls first when a server is closed.
    if (idleAfterStop > 0) server.closeIdleConnections = () => void setTimeout(endIdle, idleAfterStop).unref();
    return server;
  };
