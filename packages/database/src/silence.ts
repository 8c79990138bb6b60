import { Socket } from 'node:net';

/**
 * Sockets for node-postgres (`stream`) that are cut once nothing came or went for so long. A machine that vanished never
 * says that a connection ended, and the kernel sends a question again for a quarter of an hour before it gives up.
 * @param silenceMs longer than any statement may take, milliseconds
 */
export const cutWhenSilent = (silenceMs: number) => (): Socket => {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    socket.destroy(Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' }));
  });
  return socket;
};
