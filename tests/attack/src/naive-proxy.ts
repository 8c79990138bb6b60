import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

/** The first message of these octets by its Content-Length alone; undefined until it is complete. */
const firstMessage = (octets: Buffer): Buffer | undefined => {
  const headEnd = octets.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const length = Number(/^content-length:\s*(\d+)/im.exec(octets.toString('latin1', 0, headEnd))?.[1] ?? 0);
  const end = headEnd + HEAD_END.length + length;
  return octets.length < end ? undefined : octets.subarray(0, end);
};

/** Passes on each complete message of a connection. */
const eachMessage = (socket: Socket, use: (message: Buffer) => void): void => {
  let unread = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    for (let message = firstMessage(unread); message; message = firstMessage(unread)) {
      unread = unread.subarray(message.length);
      use(message);
    }
  });
};

/**
 * A proxy that makes smuggling possible: it uses the first Content-Length, knows no other framing, changes nothing, and
 * sends the requests of all clients over one connection.
 */
export const startNaiveProxy = async (upstreamPort: number): Promise<{ port: number; stop(): Promise<void> }> => {
  const clients = new Set<Socket>();
  /** The clients of the next responses, in order. */
  let waiting: Socket[] = [];
  let upstream: Socket | undefined;
  const reach = (): Socket => {
    if (upstream) return upstream;
    const socket = connect(upstreamPort, '127.0.0.1');
    upstream = socket;
    eachMessage(socket, (answer) => waiting.shift()?.write(answer));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      upstream = undefined;
      for (const client of waiting) client.end();
      waiting = [];
    });
    return socket;
  };
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.on('close', () => clients.delete(client));
    eachMessage(client, (request) => {
      waiting.push(client);
      reach().write(request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const client of clients) client.destroy();
      upstream?.destroy();
      await closed;
    },
  };
};
