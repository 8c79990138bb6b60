import { SOCKET_PATH } from '@laurel/contracts/destinations';
import { until } from '@laurel/support/until';
import { Client } from '@stomp/stompjs';
import { WebSocket } from 'ws';

/** A realtime connection that stores its messages. */
export type Listener = {
  /** Subscribes. Resolves once the server has confirmed it. */
  subscribe(destination: string): Promise<void>;
  ask(destination: string): void;
  /** The first message on a destination of which `read` returns a value that counts as true, received already or later. */
  heard<T>(destination: string, read: (body: string) => T): Promise<NonNullable<T>>;
  close(): Promise<void>;
};

export const listen = async (origin: string): Promise<Listener> => {
  const messages: { destination: string; body: string }[] = [];
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
          },
          { receipt },
        );
      }),
    ask: (destination) => client.publish({ destination, body: '' }),
    heard: (destination, read) =>
      until(`a message on ${destination}`, () => {
        for (const message of messages) {
          const found = message.destination === destination && read(message.body);
          if (found) return found;
        }
        return undefined;
      }),
    close: () => client.deactivate(),
  };
};
