import { Socket } from 'node:net';

/**
 * Sockets for node-postgres (`stream`) that are closed after a time without traffic. A machine that vanished never closes
 * its connections, and the kernel retransmits for a quarter of an hour before it gives up.
 * @param silenceMs milliseconds, longer than the statement timeout
 */
export const cutWhenSilent = (silenceMs: number) => (): Socket => {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    socket.destroy(Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' }));
  });
  return socket;
};
