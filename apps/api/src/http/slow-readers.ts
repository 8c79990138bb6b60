import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** The checks of a connection before it is closed. */
const CHECKS = 4;

/**
 * Closes connections of clients that do not read their responses. Node.js limits the time of a request, not of a response,
 * so such a connection would stay in memory with its data. WebSockets have their own limit.
 * @param patienceMs how long a connection may have unread data, milliseconds
 */
export const endSlowReaders = (server: Server, patienceMs: number): void => {
  /** For each open connection, the checks since it last had no unread data. */
  const open = new Map<Duplex, number>();
  server.on('connection', (socket) => {
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  server.on('upgrade', (_request, socket) => open.delete(socket));
  const looking = setInterval(() => {
    for (const [socket, checks] of open) {
      if (socket.writableLength === 0) open.set(socket, 0);
      else if (checks < CHECKS) open.set(socket, checks + 1);
      else socket.destroy();
    }
  }, patienceMs / CHECKS).unref();
  server.once('close', () => clearInterval(looking));
};
