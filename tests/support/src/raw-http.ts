import { connect, type Socket } from 'node:net';

/** The response data of one connection, and whether the server ended it. */
export type RawExchange = { text: string; ended: boolean };

/**
 * Sends raw octets and collects the response until the server ends the connection.
 * @param patienceMs when to end the connection from this side, in milliseconds, if the server may keep it open
 * @param use called with the connection once the octets are sent
 */
export const exchange = (
  port: number,
  octets: string | Uint8Array,
  patienceMs?: number,
  use: (socket: Socket) => void = () => undefined,
): Promise<RawExchange> =>
  new Promise((resolve) => {
    let text = '';
    let ended = true;
    const socket = connect(port, '127.0.0.1', () => {
      if (typeof octets === 'string') socket.write(octets, 'latin1');
      else socket.write(octets);
      use(socket);
    });
    let giveUp: NodeJS.Timeout | undefined;
    if (patienceMs !== undefined) {
      // Real time: only the caller knows how long a server that keeps the connection open may still write.
      giveUp = setTimeout(() => {
        ended = false;
        socket.destroy();
      }, patienceMs);
    }
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    // A reset also ends the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(giveUp);
      resolve({ text, ended });
    });
  });

/** The status of the first response; 0 without one. */
export const statusIn = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);

/** The body of the only response. */
export const bodyIn = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4);
