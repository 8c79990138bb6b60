import type { IncomingMessage } from 'node:http';
import type {} from '@fastify/swagger';
import websocket from '@fastify/websocket';
import { SOCKET_PATH } from '@laurel/contracts/destinations';
import { chooseSubprotocol } from '@laurel/stomp/source';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { AppError } from '../app-error.ts';
import { observedAddress } from '../http/client.ts';
import { networkOf } from '../http/network.ts';
import { createCompressedFraming, createFramer, type Framing, plainFrame } from './frame.ts';
import type { Gateway } from './gateway.ts';
import { beforeViolation, isViolation } from './violations.ts';

/** The largest WebSocket message, octets. The broker's frame limit is stricter. */
const MAX_MESSAGE = 64 * 1024;
/** How long a closing socket may drain before it is terminated, milliseconds. */
const DRAIN_MS = 3_000;
const EMPTY = new Uint8Array(0);
/**
 * How messages may be compressed (RFC 7692 §7.1): none refers to an earlier one, so that all sockets share the frames of a
 * message and none keeps a window.
 */
const COMPRESSION = { serverNoContextTakeover: true, clientNoContextTakeover: true };

type Deps = {
  gateway: Gateway;
  /** Maximum open connections per network. */
  perNetwork: number;
  /** The origin of the page. Pages of other sites may not open sockets. */
  publicUrl: string;
};

/** Whether a request asks to upgrade the endpoint to a WebSocket. */
export const isSocketUpgrade = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && url.split('?', 1)[0] === SOCKET_PATH && headers.upgrade?.toLowerCase() === 'websocket';

/** Whether the request comes from our own page. Clients other than browsers send no Origin (RFC 6455 §4.1, §10.2). */
const isOwnOrigin = ({ headers }: FastifyRequest, publicUrl: string): boolean => {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || new URL(origin).origin === new URL(publicUrl).origin;
};

/** Shared by all sockets of the server. */
type Shared = { gateway: Gateway; plain: Framing; compressed: Framing };

/** Whether a client reads compressed messages with the largest window, which ours need (RFC 7692 §7.1.2.1). */
const readsCompressed = ({ extensions }: WebSocket, { headers }: FastifyRequest): boolean =>
  extensions !== '' && !headers['sec-websocket-extensions']?.includes('server_max_window_bits');

/**
 * Attaches a socket to the gateway. Messages are written to the TCP connection in frames that all sockets share: the ws
 * library would create a header for each socket and write twice. The library's own frames (pong, close) cannot split a
 * message, because each message is one frame and the library compresses nothing.
 */
const attach = (
  socket: WebSocket,
  request: FastifyRequest,
  { gateway, ...frames }: Shared,
  onClose: () => void,
): void => {
  const connection = request.raw.socket;
  const frameOf = readsCompressed(socket, request) ? frames.compressed : frames.plain;
  const channel = gateway.open({
    send: (bytes, kind) => {
      // No frame may follow the close frame (RFC 6455 §5.5.1).
      if (socket.readyState === socket.OPEN) connection.write(frameOf(bytes, kind));
    },
    bufferedAmount: () => connection.writableLength,
    close: (code, reason) => {
      socket.close(code, reason);
      setTimeout(() => socket.terminate(), DRAIN_MS).unref();
    },
  });
  beforeViolation(socket, (problem) => channel.refuse(problem));
  socket.on('message', (data, isBinary) => {
    if (data instanceof Buffer) channel.receive(data, isBinary ? 'binary' : 'text');
  });
  // The library answers control frames. They count as empty reads in the broker's limits.
  for (const control of ['ping', 'pong'] as const) socket.on(control, () => channel.receive(EMPTY));
  socket.on('close', () => {
    channel.closed();
    onClose();
  });
};

/** GET /ws: STOMP over WebSocket, for anyone. */
export const registerRealtimeRoutes = async (app: FastifyInstance, deps: Deps): Promise<void> => {
  const shared: Shared = {
    gateway: deps.gateway,
    plain: createFramer(plainFrame),
    compressed: createFramer(createCompressedFraming()),
  };
  const counts = new Map<string, number>();
  await app.register(websocket, {
    options: {
      maxPayload: MAX_MESSAGE,
      perMessageDeflate: COMPRESSION,
      handleProtocols: (offered) => chooseSubprotocol(offered) ?? false,
    },
    errorHandler: (error, socket, request) => {
      // The client broke the protocol and got an ERROR frame; its connection is closing.
      if (isViolation(error)) {
        request.log.debug({ code: error.code }, 'a client sent octets that are no WebSocket messages');
        return;
      }
      request.log.error(error);
      socket.terminate();
    },
    preClose: (done) => {
      deps.gateway.close();
      for (const socket of app.websocketServer.clients) socket.close(1001, 'the server is restarting');
      done();
    },
  });
  app.route({
    method: 'GET',
    url: SOCKET_PATH,
    websocket: true,
    schema: { hide: true },
    preValidation: async (request) => {
      if (!request.ws) throw new AppError('request.malformed');
      if (!isOwnOrigin(request, deps.publicUrl)) throw new AppError('request.malformed', { status: 403 });
      if ((counts.get(networkOf(observedAddress(request))) ?? 0) >= deps.perNetwork) {
        throw new AppError('limit.exceeded', { retryAfterSeconds: 30 });
      }
    },
    handler: (socket, request) => {
      const network = networkOf(observedAddress(request));
      counts.set(network, (counts.get(network) ?? 0) + 1);
      attach(socket, request, shared, () => {
        const left = (counts.get(network) ?? 1) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      });
    },
  });
};
