import type { Page, WebSocketRoute } from '@playwright/test';

/** Controls the page's realtime connection. */
export type Tap = {
  /** Closes the connection and refuses new ones until `restore`. */
  cut(): Promise<void>;
  restore(): void;
  /** The number of the page's connection attempts. */
  tries(): number;
  /** The destinations that the page subscribed to on the current connection. */
  subscribed(): readonly string[];
};

const header = (frame: string, name: string): string | undefined =>
  frame
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);

/** The address of the server's realtime endpoint. */
export const SOCKET = /\/ws$/;

/** A frame of the page as the server gets it: the server waits for no heart-beats, because the page's clock may be held. */
export const withoutBeats = (frame: string | Buffer): string =>
  String(frame).replace(/(?<=^CONNECT\n(?:.+\n)*heart-beat:)\d+/, '0');

/** Intercepts the page's connection to the server's realtime endpoint. */
export const tapSocket = async (page: Page): Promise<Tap> => {
  const opened: WebSocketRoute[] = [];
  let closed = false;
  let tries = 0;
  const subscriptions = new Set<string>();
  await page.routeWebSocket(SOCKET, async (connection) => {
    tries += 1;
    if (closed) return connection.close({ code: 1001 });
    opened.push(connection);
    subscriptions.clear();
    const server = connection.connectToServer();
    connection.onMessage((message) => {
      const frame = String(message);
      const destination = header(frame, 'destination');
      if (frame.startsWith('SUBSCRIBE') && destination) subscriptions.add(destination);
      server.send(withoutBeats(frame));
    });
    return undefined;
  });
  return {
    cut: async () => {
      closed = true;
      for (const connection of opened.splice(0)) await connection.close({ code: 1001 });
    },
    restore: () => {
      closed = false;
    },
    tries: () => tries,
    subscribed: () => [...subscriptions],
  };
};
