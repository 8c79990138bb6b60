import { SOCKET_PATH } from '@laurel/contracts/destinations';
import { Client } from '@stomp/stompjs';
import { WebSocket } from 'ws';

/** A realtime connection that stores its messages. */
export type Listener = {
  /** Subscribes. Resolves once the server has confirmed it. */
  subscribe(destination: string): Promise<void>;
  ask(destination: string): void;
  /** The first matching message on a destination, whether received already or later. */
  heard<T>(destination: string, read: (body: string) => T | undefined): Promise<T>;
  close(): Promise<void>;
};

const WAIT_MS = 15_000;

export const listen = async (origin: string): Promise<Listener> => {
  const messages: { destination: string; body: string }[] = [];
  const waiting = new Set<() => void>();
  const client = new Client({
    webSocketFactory: () => new WebSocket(`${origin.replace('http', 'ws')}${SOCKET_PATH}`, ['v12.stomp']),
    reconnectDelay: 0,
  });
  await new Promise<void>((resolve, reject) => {
    client.onConnect = () => resolve();
    client.onStompError = (frame) => reject(new Error(`STOMP: ${frame.headers.message}`));
    client.onWebSocketError = () => reject(new Error('the realtime endpoint could not be reached'));
    client.activate();
  });

  return {
    subscribe: (destination) =>
      new Promise((resolve) => {
        const receipt = `subscribed ${destination}`;
        client.watchForReceipt(receipt, () => resolve());
        client.subscribe(
          destination,
          ({ body }) => {
            messages.push({ destination, body });
            for (const look of waiting) look();
          },
          { receipt },
        );
      }),
    ask: (destination) => client.publish({ destination, body: '' }),
    heard: (destination, read) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          for (const message of messages) {
            const found = message.destination === destination ? read(message.body) : undefined;
            if (found === undefined) continue;
            waiting.delete(look);
            clearTimeout(timer);
            resolve(found);
            return;
          }
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`nothing fitting was heard on ${destination}`));
        }, WAIT_MS);
        waiting.add(look);
        look();
      }),
    close: () => client.deactivate(),
  };
};
