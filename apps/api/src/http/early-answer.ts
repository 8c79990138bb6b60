import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerFactory } from 'fastify';
import { endSlowReaders } from './slow-readers.ts';

/** Answers a request before Fastify; returns false to leave it to Fastify. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

type Limits = {
  /** How long a request may take to arrive, milliseconds. */
  requestTimeout: number;
  /** How long a connection may stay idle, milliseconds. */
  keepAliveTimeout: number;
  /** How long a client may take to read a response, milliseconds. */
  readTimeout: number;
  /**
   * How long idle connections stay open after the server stops accepting new ones, milliseconds. A proxy may be about to
   * use one, and must not send a vote twice.
   */
  idleAfterStop?: number;
};

/**
 * The most pipelined requests of a connection. Browsers and proxies wait for each response, but one read of a connection can
 * hold more than a thousand requests, and each would stay in memory with its response.
 */
const MAX_WAITING = 32;

/**
 * TCP keep-alive: after this time without traffic, milliseconds, the system probes whether the client is still there.
 * Without it, a WebSocket without heart-beats would stay open and be counted forever after its client has vanished.
 */
const PROBES = { keepAlive: true, keepAliveInitialDelay: 60_000 };

/** Counts the pipelined requests of each connection; returns whether one more is too many. */
const createQueueLimit = (): ((socket: Socket, response: ServerResponse) => boolean) => {
  const waiting = new WeakMap<Socket, number>();
  return (socket, response) => {
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return count > MAX_WAITING;
  };
};

/**
 * Creates an HTTP server that calls `early` first. After it has stopped accepting connections, it closes each open one with
 * its next response.
 * @param isSocket whether a request may become a WebSocket. Other upgrade requests are answered as if they had no Upgrade
 *   header, because the limits do not apply to an upgraded connection
 */
export const earlyServer =
  (
    early: EarlyAnswer,
    limits: Limits,
    isSocket: (request: IncomingMessage) => boolean = () => false,
  ): FastifyServerFactory =>
  (framework) => {
    const { readTimeout, idleAfterStop = 0, ...timeouts } = limits;
    // By default Node.js checks every 30 seconds, so an incomplete request could stay twice as long as allowed.
    const connectionsCheckingInterval = timeouts.requestTimeout / 4;
    const options = { ...timeouts, ...PROBES, connectionsCheckingInterval, shouldUpgradeCallback: isSocket };
    const isTooMany = createQueueLimit();
    const server = createServer(options, (request, response) => {
      // A response gets its socket when those before it are done.
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
    // Node.js calls this first when a server is closed.
    if (idleAfterStop > 0) server.closeIdleConnections = () => void setTimeout(endIdle, idleAfterStop).unref();
    return server;
  };
