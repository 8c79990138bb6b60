import { StompError } from '@laurel/stomp/source';
import type { WebSocket } from 'ws';

/** The ws library's close codes for clients that break RFC 6455 (§7.4.1), and the error to send. */
const VIOLATIONS: ReadonlyMap<number, StompError> = new Map([
  [1002, new StompError('frame.malformed', 'These octets are no WebSocket messages.')],
  [1007, new StompError('frame.malformed', 'A text message must be encoded in UTF-8.')],
  [1009, new StompError('frame.too_large', 'The WebSocket message is larger than this server takes.')],
]);

/**
 * Calls back just before the library closes a socket it can no longer read. No ERROR frame may follow the close frame
 * (RFC 6455 §5.5.1), and the library sends that before it reports the error.
 */
export const beforeViolation = (socket: WebSocket, send: (problem: StompError) => void): void => {
  const close = socket.close.bind(socket);
  socket.close = (code, reason) => {
    socket.close = close;
    const problem = code === undefined ? undefined : VIOLATIONS.get(code);
    if (problem !== undefined && socket.readyState === socket.OPEN) send(problem);
    close(code, reason);
  };
};

/** Whether a socket's error was caused by a client that breaks RFC 6455. */
export const isViolation = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('WS_ERR_');
