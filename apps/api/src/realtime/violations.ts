import { StompError } from '@laurel/stomp/source';
import type { WebSocket } from 'ws';

/** The codes with which the library closes because a client broke RFC 6455 (§7.4.1), and what the client is told. */
const VIOLATIONS: ReadonlyMap<number, StompError> = new Map([
  [1002, new StompError('frame.malformed', 'These octets are no WebSocket messages.')],
  [1007, new StompError('frame.malformed', 'A text message must be encoded in UTF-8.')],
  [1009, new StompError('frame.too_large', 'The WebSocket message is larger than this server takes.')],
]);

/**
 * Calls back just before the library closes a socket because it can't read on: after its closing frame, which it sends
 * before it reports the error, no ERROR frame may follow (RFC 6455 §5.5.1).
 */
export const beforeViolation = (socket: WebSocket, tell: (problem: StompError) => void): void => {
  const close = socket.close.bind(socket);
  socket.close = (code, reason) => {
    socket.close = close;
    const problem = code === undefined ? undefined : VIOLATIONS.get(code);
    if (problem !== undefined && socket.readyState === socket.OPEN) tell(problem);
    close(code, reason);
  };
};

/** Whether an error of a socket comes from octets that break RFC 6455, and not from this server. */
export const isViolation = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('WS_ERR_');
