import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { StompBroker } from '../broker.ts';
import type { CloseReason, IncomingMessage, Operation } from '../hooks.ts';
import { chooseSubprotocol } from '../negotiation.ts';
import { Queue } from './queue.ts';

const TICK_MS = 20;
/** Enough for messages of a megabyte that the client has not read yet. */
const MAX_BYTES = 8 * 1024 * 1024;

export interface TestServer {
  readonly url: string;
  /** The reasons why the connections of each login ended, in order. */
  readonly closed: ReadonlyMap<string, readonly CloseReason[]>;
  /** The kinds of the received and of the sent WebSocket messages. */
  readonly kinds: { readonly received: Set<string>; readonly sent: Set<string> };
  close(): Promise<void>;
}

/** A server over real WebSockets: /topic/ sends to all subscribers, /queue/ to one. The passcode is `guest`. */
export async function startServer(): Promise<TestServer> {
  const closed = new Map<string, CloseReason[]>();
  const kinds = { received: new Set<string>(), sent: new Set<string>() };
  const queues = new Map<string, Queue>();
  const queueOf = (destination: string): Queue | undefined => {
    if (!destination.startsWith('/queue/')) return undefined;
    const queue = queues.get(destination) ?? new Queue();
    queues.set(destination, queue);
    return queue;
  };
  const send = ({ destination, headers, body }: IncomingMessage): void => {
    const message = { body, contentType: headers.get('content-type') ?? 'text/plain', headers };
    const queue = queueOf(destination);
    if (queue === undefined) broker.publish(destination, message);
    else queue.add(message);
  };
  const take = (operation: Operation): void => {
    if (operation.kind === 'send') send(operation.message);
    else queueOf(operation.acknowledgement.subscription.destination)?.[operation.kind](operation.acknowledgement);
  };
  const broker = new StompBroker<{ login: string }>(
    {
      hooks: {
        authorizeConnect: (headers, { context }) => {
          context.login = headers.get('login') ?? '';
          return headers.get('passcode') === 'guest'
            ? { ok: true }
            : { ok: false, message: 'Unknown login or passcode.' };
        },
        authorizeSubscribe: () => ({ ok: true }),
        authorizeSend: () => ({ ok: true }),
        onSubscribe: (subscription) => {
          queueOf(subscription.destination)?.join(subscription);
          return undefined;
        },
        onUnsubscribe: (subscription) => queueOf(subscription.destination)?.leave(subscription),
        onSend: send,
        onAck: (acknowledgement) => take({ kind: 'ack', acknowledgement }),
        onNack: (acknowledgement) => take({ kind: 'nack', acknowledgement }),
        onCommit: (operations) => operations.forEach(take),
        onClose: (reason, { context }) => closed.set(context.login, [...(closed.get(context.login) ?? []), reason]),
        onError: (error) => {
          throw error;
        },
      },
      heartBeat: { sends: 5 * TICK_MS, wants: 5 * TICK_MS },
      tickMs: TICK_MS,
      limits: {
        maxFrameBytes: MAX_BYTES,
        maxBodyBytes: MAX_BYTES,
        maxBufferedBytes: MAX_BYTES,
        highWaterBytes: MAX_BYTES,
      },
    },
    performance.now(),
  );
  const sockets = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: (offered) => chooseSubprotocol(offered) ?? false,
  });
  sockets.on('connection', (socket) => {
    const session = broker.open(
      {
        send: (bytes, kind) => {
          kinds.sent.add(kind);
          socket.send(bytes, { binary: kind === 'binary' });
        },
        bufferedAmount: () => socket.bufferedAmount,
        close: (code, reason) => socket.close(code, reason),
      },
      { login: '' },
    );
    socket.on('message', (data, isBinary) => {
      const kind = isBinary ? 'binary' : 'text';
      kinds.received.add(kind);
      if (data instanceof Buffer) session.receive(data, kind);
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => session.closed());
  });
  await once(sockets, 'listening');
  const ticker = setInterval(() => broker.tick(performance.now()), TICK_MS);
  const { port } = sockets.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    closed,
    kinds,
    close: async () => {
      clearInterval(ticker);
      broker.shutdown();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await once(sockets, 'close');
    },
  };
}
