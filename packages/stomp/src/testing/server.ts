import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
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
  /** The reasons why connections ended, in order. */
  readonly closed: readonly CloseReason[];
  /** The kinds of the received and of the sent WebSocket messages. */
  readonly kinds: { readonly received: ReadonlySet<string>; readonly sent: ReadonlySet<string> };
}

/** A server over real WebSockets, for one test: /topic/ sends to all subscribers, /queue/ to one. The passcode is `guest`. */
export async function startServer(): Promise<TestServer> {
  const closed: CloseReason[] = [];
  const kinds = { received: new Set<string>(), sent: new Set<string>() };
  const queue = new Queue();
  const queueOf = (destination: string): Queue | undefined => (destination.startsWith('/queue/') ? queue : undefined);
  const send = ({ destination, headers, body }: IncomingMessage): void => {
    const message = { body, contentType: headers.get('content-type') ?? 'text/plain', headers };
    const of = queueOf(destination);
    if (of === undefined) broker.publish(destination, message);
    else of.add(message);
  };
  const take = (operation: Operation): void => {
    if (operation.kind === 'send') send(operation.message);
    else queueOf(operation.acknowledgement.subscription.destination)?.[operation.kind](operation.acknowledgement);
  };
  const broker = new StompBroker<undefined>(
    {
      hooks: {
        authorizeConnect: (headers) =>
          headers.get('passcode') === 'guest' ? { ok: true } : { ok: false, message: 'Unknown login or passcode.' },
        authorizeSubscribe: () => ({ ok: true }),
        authorizeSend: () => ({ ok: true }),
        onSubscribe: (subscription) => void queueOf(subscription.destination)?.join(subscription),
        onUnsubscribe: (subscription) => queueOf(subscription.destination)?.leave(subscription),
        onSend: send,
        onAck: (acknowledgement) => take({ kind: 'ack', acknowledgement }),
        onNack: (acknowledgement) => take({ kind: 'nack', acknowledgement }),
        onCommit: (operations) => operations.forEach(take),
        onClose: (reason) => closed.push(reason),
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
      undefined,
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
  onTestFinished(async () => {
    clearInterval(ticker);
    broker.shutdown();
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
    await once(sockets, 'close');
  });
  return { url: `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`, closed, kinds };
}
