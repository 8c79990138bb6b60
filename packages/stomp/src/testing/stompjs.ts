import type { IMessage, IStompSocket, StompConfig } from '@stomp/stompjs';
import { Client, Versions } from '@stomp/stompjs';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Version } from '../frame.ts';
import type { TestServer } from './server.ts';

export const TOPIC = '/topic/chat.general';

/** Intercepts the messages of a client. */
export interface Tap {
  /** Replaces a message to the client; undefined drops it. */
  readonly incoming?: (data: unknown) => unknown;
  /** Whether a message is sent to the server. */
  readonly lets?: (data: unknown) => boolean;
}

/** A socket for the client whose messages the tap can change or drop. */
function tapped(url: string, protocols: string[], { incoming, lets }: Tap): IStompSocket {
  const socket = new WebSocket(url, protocols);
  const wire: IStompSocket = {
    url,
    onclose: undefined,
    onerror: undefined,
    onmessage: undefined,
    onopen: undefined,
    terminate: () => socket.terminate(),
    get readyState() {
      return socket.readyState;
    },
    close: () => socket.close(),
    send: (data) => {
      if (lets?.(data) ?? true) socket.send(data);
    },
  };
  socket.binaryType = 'arraybuffer';
  socket.onopen = (event) => wire.onopen?.(event);
  socket.onclose = (event) => wire.onclose?.(event);
  socket.onerror = (event) => wire.onerror?.(event);
  socket.onmessage = ({ data }) => {
    const passed = incoming === undefined ? data : incoming(data);
    if (passed !== undefined) wire.onmessage?.({ data: passed });
  };
  return wire;
}

/** A client of @stomp/stompjs for one version. It is deactivated when the test has finished. */
export function clientOf(server: TestServer, version: Version, config: StompConfig = {}, tap: Tap = {}): Client {
  const stompVersions = new Versions([version]);
  const client = new Client({
    stompVersions,
    webSocketFactory: () => tapped(server.url, stompVersions.protocolVersions(), tap),
    connectHeaders: { login: 'guest', passcode: 'guest' },
    reconnectDelay: 0,
    heartbeatIncoming: 0,
    heartbeatOutgoing: 0,
    ...config,
  });
  onTestFinished(() => client.deactivate({ force: true }));
  return client;
}

/** Activates a client; resolves once it is connected. */
export function connected(client: Client): Promise<Client> {
  return new Promise((resolve, reject) => {
    client.onConnect = () => resolve(client);
    client.onStompError = ({ headers }) => reject(new Error(headers.message));
    client.activate();
  });
}

/** A connected client. */
export function connect(
  server: TestServer,
  version: Version,
  config: StompConfig = {},
  tap: Tap = {},
): Promise<Client> {
  return connected(clientOf(server, version, config, tap));
}

/** Subscribes. Resolves once the server has confirmed it, with an array that collects the messages. */
export function listen(client: Client, destination = TOPIC, headers: Record<string, string> = {}): Promise<IMessage[]> {
  return new Promise((resolve) => {
    const messages: IMessage[] = [];
    const receipt = `${Math.random()}`;
    client.watchForReceipt(receipt, () => resolve(messages));
    client.subscribe(destination, (message) => messages.push(message), { ...headers, receipt });
  });
}

/** Resolves once the server has answered everything that was sent before. */
export function answered(client: Client): Promise<void> {
  return new Promise((resolve) => {
    const receipt = `${Math.random()}`;
    client.watchForReceipt(receipt, () => resolve());
    client.publish({ destination: '/topic/nobody', headers: { receipt } });
  });
}

/** Resolves when the client's socket has closed. */
export function closing(client: Client): Promise<void> {
  return new Promise((resolve) => {
    client.onWebSocketClose = () => resolve();
  });
}
