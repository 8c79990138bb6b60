import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What happens to the next message of the client. */
export type Fault =
  /** It reaches the server, but the connection breaks before the response. */
  | 'lose_answer'
  /** The connection breaks before it reaches the server. */
  | 'lose_question';

export type FaultyProxy = {
  /** The same connection string, through the proxy. */
  url: string;
  /** Breaks the next exchange on any connection. */
  breakNext(fault: Fault): void;
  /** The number of broken exchanges. */
  readonly broken: number;
  close(): Promise<void>;
};

/** A TCP proxy in front of PostgreSQL that can break an exchange at a chosen point. */
export const startProxy = async (url: string): Promise<FaultyProxy> => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let fault: Fault | undefined;
  let broken = 0;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let deaf = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        // The server must respond before it notices that the connection is broken.
        upstream.end();
      });
    }
    client.on('data', (chunk) => {
      const now = fault;
      fault = undefined;
      if (now) broken += 1;
      if (now === 'lose_question') {
        client.destroy();
        return;
      }
      if (now === 'lose_answer') deaf = true;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (deaf) client.destroy();
      else client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);

  return {
    url: through.href,
    breakNext: (next) => {
      fault = next;
    },
    get broken() {
      return broken;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
