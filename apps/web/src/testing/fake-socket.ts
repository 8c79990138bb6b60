import { vi } from 'vitest';

/** A STOMP server behind the browser's WebSocket. */
export type SocketServer = {
  /** The time of each connection attempt, in ms of the test's clock. */
  readonly tries: number[];
  /** The frames that the page sent over the current connection. */
  readonly sent: string[];
  /** Whether it accepts connections. */
  open: boolean;
  /** The heart-beats that it offers. */
  heartBeat: string;
  /** Sends a message to a subscribed destination. */
  say(destination: string, body: string): void;
  /** Drops the current connection. */
  cut(): void;
};

const header = (frame: string, name: string): string | undefined =>
  frame
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);

/** Stubs WebSocket: every connection goes to the returned server. */
export const stubSockets = (): SocketServer => {
  let socket: Socket | undefined;
  const subscriptions = new Map<string, string>();

  class Socket {
    readyState = 0;
    binaryType = 'arraybuffer';
    onopen?: (event: unknown) => void;
    onclose?: (event: unknown) => void;
    onmessage?: (event: { data: string }) => void;

    constructor() {
      server.tries.push(Date.now());
      queueMicrotask(() => (server.open ? this.connect() : this.end()));
    }

    connect(): void {
      this.readyState = 1;
      socket = this;
      server.sent.length = 0;
      subscriptions.clear();
      this.onopen?.({});
    }

    end(): void {
      if (this.readyState === 3) return;
      this.readyState = 3;
      this.onclose?.({ code: 1006, reason: '', wasClean: false });
    }

    send(data: string | Uint8Array): void {
      const frame = typeof data === 'string' ? data : new TextDecoder().decode(data);
      server.sent.push(frame);
      const [destination, id] = [header(frame, 'destination'), header(frame, 'id')];
      if (frame.startsWith('SUBSCRIBE') && destination && id) subscriptions.set(destination, id);
      if (frame.startsWith('UNSUBSCRIBE'))
        for (const [to, each] of subscriptions) if (each === id) subscriptions.delete(to);
      if (/^(CONNECT|STOMP)\n/.test(frame)) {
        this.onmessage?.({ data: `CONNECTED\nversion:1.2\nheart-beat:${server.heartBeat}\n\n\0` });
      }
    }

    close(): void {
      this.end();
    }
  }

  const server: SocketServer = {
    tries: [],
    sent: [],
    open: true,
    heartBeat: '0,0',
    say: (destination, body) => {
      const subscription = subscriptions.get(destination);
      if (!socket || subscription === undefined) throw new Error(`no subscription to ${destination}`);
      const head = `MESSAGE\nsubscription:${subscription}\nmessage-id:1\ndestination:${destination}`;
      socket.onmessage?.({ data: `${head}\n\n${body}\0` });
    },
    cut: () => socket?.end(),
  };
  vi.stubGlobal('WebSocket', Object.assign(Socket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }));
  return server;
};
