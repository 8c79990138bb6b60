import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The blocked direction: from the application, to it, or both. */
export type Direction = 'there' | 'back' | 'both';

/** The network between the application and its database. */
export type Network = {
  /** The same connection string, through the proxy. */
  over(url: string): string;
  /** Holds back data in a direction, without a notice to either side; also of new connections. */
  hole(direction: Direction): void;
  /** Delivers the data that was held back. */
  heal(): void;
  /** Ends every connection with RST. */
  reset(): void;
  /**
   * Connects new connections to another port. Packets of open ones are lost without a notice, as after a power
   * failure.
   */
  lead(port: number): void;
  close(): Promise<void>;
};

type Pair = { client: Socket; server: Socket; lost: boolean };

/** Starts a proxy to a port of this machine. */
export const startNetwork = async (toPort: number): Promise<Network> => {
  const pairs = new Set<Pair>();
  let target = toPort;
  let closed: Direction | undefined;
  const blocks = (direction: 'there' | 'back'): boolean => closed === 'both' || closed === direction;

  /** Resumes the allowed directions; a paused socket does not notice its end either. */
  const arrange = ({ client, server, lost }: Pair): void => {
    if (lost || blocks('there')) client.pause();
    else client.resume();
    if (lost || blocks('back')) server.pause();
    else server.resume();
  };
  const listener = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    const server = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    const pair: Pair = { client, server, lost: false };
    pairs.add(pair);
    server.pause();
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (chunk) => {
        to.write(chunk);
      });
      from.on('end', () => to.end());
      from.on('error', end);
      from.on('close', () => {
        if (to.closed) pairs.delete(pair);
      });
    }
    server.on('connect', () => arrange(pair));
    arrange(pair);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;

  return {
    over: (url) => {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(port);
      return through.href;
    },
    hole: (direction) => {
      closed = direction;
      for (const pair of pairs) arrange(pair);
    },
    heal: () => {
      closed = undefined;
      for (const pair of pairs) arrange(pair);
    },
    reset: () => {
      for (const { client, server } of pairs) {
        client.resetAndDestroy();
        server.resetAndDestroy();
      }
      pairs.clear();
    },
    lead: (to) => {
      target = to;
      for (const pair of pairs) {
        pair.lost = true;
        arrange(pair);
      }
    },
    close: async () => {
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
      const ended = once(listener, 'close');
      listener.close();
      await ended;
    },
  };
};
