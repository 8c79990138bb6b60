import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type {} from '@fastify/swagger';
import websocket from '@fastify/websocket';
import { SOCKET_PATH } from '@laurel/contracts/destinations';
import { chooseSubprotocol, type MessageKind } from '@laurel/stomp/source';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { AppError } from '../app-error.ts';
import { observedAddress } from '../http/client.ts';
import { networkOf } from '../http/network.ts';
import { createFramer } from './frame.ts';
import type { Gateway } from './gateway.ts';
import { beforeViolation, isViolation } from './violations.ts';

/** Octets of one WebSocket message; the broker's own frame limit is stricter. */
const MAX_MESSAGE = 64 * 1024;
/** How long a closing socket may take to drain before it is dropped, milliseconds. */
const DRAIN_MS = 3_000;
const NOTHING = new Uint8Array(0);

type Deps = {
  gateway: Gateway;
  /** Connections from one network at a time. */
  perNetwork: number;
  /** Where browsers load the page from: a page of another site may not open sockets here. */
  publicUrl: string;
};

/** Whether a request may become a WebSocket: one for the endpoint, and for no other protocol. */
export const asksForSocket = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && url.split('?', 1)[0] === SOCKET_PATH && headers.upgrade?.toLowerCase() === 'websocket';

/** Whether the browser's page is ours; other clients send no Origin (RFC 6455 §4.1, §10.2). */
const isOwnOrigin = ({ headers }: FastifyRequest, publicUrl: string): boolean => {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || new URL(origin).origin === new URL(publicUrl).origin;
};

/** What all sockets of a server share. */
type Shared = { gateway: Gateway; frameOf: (message: Uint8Array, kind: MessageKind) => Buffer };

/**
 * Gives a socket to the gateway. Messages go to the connection below it in frames made once for all: the library would
 * make each socket a header of its own, and write twice. Nothing it sends by itself (a pong, the goodbye) can come between
 * the parts of a message, for each is one frame, and nothing is compressed.
 */
const attach = (socket: WebSocket, connection: Socket, { gateway, frameOf }: Shared, onClose: () => void): void => {
  const channel = gateway.open({
    send: (bytes, kind) => {
      // After the closing frame nothing may follow (RFC 6455 §5.5.1).
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
  // Control frames are answered, if at all, by the library: they count as so many reads of nothing.
  for (const control of ['ping', 'pong'] as const) socket.on(control, () => channel.receive(NOTHING));
  socket.on('close', () => {
    channel.closed();
    onClose();
  });
};

/** GET /ws: STOMP over WebSocket, for anyone. */
export const registerRealtimeRoutes = async (app: FastifyInstance, deps: Deps): Promise<void> => {
  const shared: Shared = { gateway: deps.gateway, frameOf: createFramer() };
  const counts = new Map<string, number>();
  await app.register(websocket, {
    options: {
      maxPayload: MAX_MESSAGE,
      perMessageDeflate: false,
      handleProtocols: (offered) => chooseSubprotocol(offered) ?? false,
    },
    errorHandler: (error, socket, request) => {
      // The client's fault, which it was told of: its connection is closing.
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
      attach(socket, request.raw.socket, shared, () => {
        const left = (counts.get(network) ?? 1) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      });
    },
  });
};
