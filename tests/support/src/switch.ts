import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to a server that can be taken down and brought up again. */
export type Switch = {
  /** The same connection string, through the proxy. */
  url: string;
  /** Closes every connection and refuses new ones. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
};

/** Starts a TCP proxy in front of a server on this machine; while it is down the server seems stopped. */
export const startSwitch = async (url: string): Promise<Switch> => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  const listen = async (port: number): Promise<number> => {
    server = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname);
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
      }
      client.pipe(upstream);
      upstream.pipe(client);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const down = async (): Promise<void> => {
    const open = server;
    server = undefined;
    if (!open) return;
    const closed = once(open, 'close');
    open.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  const port = await listen(0);
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return { url: through.href, down, up: async () => void (await listen(port)), close: down };
};
