import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What happens to the next message of the client. */
export type Fault =
  /** It reaches the server, but the connection breaks before the response. */
  | 'lose_answer'
  /** The connection breaks before it reaches the server. */
  | 'lose_question'
  /** It reaches the server when it is released, even if the client closes the connection before. */
  | 'hold'
  /** Its last message, Sync, is held like that: without it the server runs a statement and doesn't commit it. */
  | 'hold_end';

/** The octets of Sync, the end of a query. */
const SYNC_BYTES = 5;

export type FaultyProxy = {
  /** The same connection string, through the proxy. */
  url: string;
  /** Applies the fault to the next data that any client sends. */
  breakNext(fault: Fault): void;
  /** The number of applied faults. */
  readonly broken: number;
  /** Sends what is held. */
  release(): void;
  /** New connections go to the server of this connection string. Those that are open stay. */
  lead(url: string): void;
  /** From now on, nothing arrives, not even the end of a connection: as if the network were gone. */
  silence(): void;
  close(): Promise<void>;
};

/** A TCP proxy in front of PostgreSQL that can break an exchange at a chosen point. */
export const startProxy = async (url: string): Promise<FaultyProxy> => {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  let fault: Fault | undefined;
  let broken = 0;
  let silent = false;
  const releases: (() => void)[] = [];

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let deaf = false;
    let held: Buffer[] | undefined;
    const release = (): void => {
      if (!held) return;
      upstream.write(Buffer.concat(held));
      held = undefined;
      if (client.destroyed) upstream.end();
    };
    releases.push(release);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        if (silent) return;
        client.destroy();
        // The server must respond before it notices that the connection is broken.
        if (!held) upstream.end();
      });
    }
    client.on('end', () => {
      if (!silent) client.end();
    });
    client.on('data', (chunk) => {
      if (silent) return;
      if (held) {
        held.push(chunk);
        return;
      }
      const now = fault;
      fault = undefined;
      if (now) broken += 1;
      if (now === 'lose_question') {
        client.destroy();
        return;
      }
      if (now === 'lose_answer') deaf = true;
      const heldBytes = now === 'hold' ? chunk.length : now === 'hold_end' ? SYNC_BYTES : 0;
      if (heldBytes > 0) held = [chunk.subarray(chunk.length - heldBytes)];
      upstream.write(chunk.subarray(0, chunk.length - heldBytes));
    });
    upstream.on('data', (chunk) => {
      if (silent) return;
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
    release: () => {
      for (const release of releases) release();
    },
    lead: (next) => {
      target = new URL(next);
    },
    silence: () => {
      silent = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
