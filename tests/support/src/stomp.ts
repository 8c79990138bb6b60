import { Client } from '@stomp/stompjs';
import { WebSocket } from 'ws';

export type StompVersion = '1.0' | '1.1' | '1.2';

/** A connected @stomp/stompjs client that stores its messages. */
export type StompPeer = {
  client: Client;
  /** Messages so far, in order. */
  messages: { destination: string; body: string }[];
  /** Resolves with the ERROR frame that ended the connection. */
  refused: Promise<{ message: string; code: string | undefined }>;
  /** Subscribes. Resolves with the server's receipt. */
  subscribe(destination: string): Promise<void>;
  /** Resolves once `count` messages have arrived. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
};

/** Connects over a real socket and offers one version. */
export const connectStomp = async (origin: string, version: StompVersion): Promise<StompPeer> => {
  const messages: StompPeer['messages'] = [];
  const waiting = new Set<() => void>();
  const client = new Client({
    webSocketFactory: () => new WebSocket(`${origin.replace('http', 'ws')}/ws`, [`v${version.replace('.', '')}.stomp`]),
    reconnectDelay: 0,
    connectHeaders: { 'accept-version': version },
  });
  const refused = new Promise<{ message: string; code: string | undefined }>((resolve) => {
    client.onStompError = ({ headers }) => resolve({ message: headers.message ?? '', code: headers.code });
  });
  await new Promise<void>((resolve, reject) => {
    client.onConnect = () => resolve();
    client.onWebSocketError = () => reject(new Error('the socket could not be opened'));
    client.activate();
  });
  return {
    client,
    messages,
    refused,
    subscribe: (destination) =>
      new Promise((resolve) => {
        const receipt = `r${Math.random()}`;
        client.watchForReceipt(receipt, () => resolve());
        client.subscribe(
          destination,
          ({ body, headers }) => {
            messages.push({ destination: headers.destination ?? '', body });
            for (const check of waiting) check();
          },
          { receipt },
        );
      }),
    received: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (messages.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: () => client.deactivate(),
  };
};
