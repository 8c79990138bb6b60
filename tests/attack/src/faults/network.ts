import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The network between the application and its database. */
export type Network = {
  /** The same connection string, through the proxy. */
  over(url: string): string;
  /** Holds back all data, without a notice to either side; also of new connections. */
  hole(): void;
  /** Delivers the data that was held back. */
  heal(): void;
  close(): Promise<void>;
};

type Pair = { client: Socket; server: Socket };

/** Starts a proxy to a port of this machine. */
export const startNetwork = async (toPort: number): Promise<Network> => {
  const pairs = new Set<Pair>();
  let isHole = false;

  /** A paused socket does not notice its end either. */
  const arrange = ({ client, server }: Pair): void => {
    for (const socket of [client, server]) {
      if (isHole) socket.pause();
      else socket.resume();
    }
  };
  const listener = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    const server = connect({ port: toPort, host: '127.0.0.1', allowHalfOpen: true });
    const pair: Pair = { client, server };
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
    hole: () => {
      isHole = true;
      for (const pair of pairs) arrange(pair);
    },
    heal: () => {
      isHole = false;
      for (const pair of pairs) arrange(pair);
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
