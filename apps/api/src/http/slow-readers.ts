import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** How many times a connection is looked at before it is given up. */
const LOOKS = 4;

/**
 * Ends connections that do not take what they asked for. Node.js limits how long a request may take to come, and no answer's way
 * out: whoever asks and does not read would be kept for good, and what is meant for him with him. WebSockets look after theirs.
 * @param patienceMs how long a connection may always have something left to read, milliseconds
 */
export const endSlowReaders = (server: Server, patienceMs: number): void => {
  /** The looks at which each open connection had something left, since it last had not. */
  const open = new Map<Duplex, number>();
  server.on('connection', (socket) => {
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  server.on('upgrade', (_request, socket) => open.delete(socket));
  const looking = setInterval(() => {
    for (const [socket, looks] of open) {
      if (socket.writableLength === 0) open.set(socket, 0);
      else if (looks < LOOKS) open.set(socket, looks + 1);
      else socket.destroy();
    }
  }, patienceMs / LOOKS).unref();
  server.once('close', () => clearInterval(looking));
};
