import { SOCKET_PATH } from '@laurel/contracts/destinations';
import { STOMP_HEARTBEAT_MS, STOMP_RECONNECT_MAX_MS, STOMP_RECONNECT_MS } from '@laurel/contracts/limits';
import { Client, ReconnectionTimeMode, type StompSubscription } from '@stomp/stompjs';

export type Listening = {
  /** A destination that gets an empty message after every connection, to request the current state. */
  readonly askAt?: string;
  /**
   * Called after each subscription, because messages before it were missed. `isFirst`: the subscription is not one
   * after a reconnection.
   */
  readonly afterGap?: (isFirst: boolean) => void;
};

type Handler = (message: unknown) => void;
type Topic = Listening & {
  readonly handlers: Set<Handler>;
  subscription?: StompSubscription;
};

const topics = new Map<string, Topic>();
let client: Client | undefined;

const read = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    // biome-ignore lint/suspicious/noConsole: the specification asks for this line (§8, "Data loading").
    console.error('Cannot get socket message');
    return undefined;
  }
};

const open = (stomp: Client, destination: string, topic: Topic): void => {
  const isFirst = topic.subscription === undefined;
  topic.subscription = stomp.subscribe(destination, ({ body }) => {
    const message = read(body);
    if (message !== undefined) for (const handler of topic.handlers) handler(message);
  });
  if (topic.askAt !== undefined) stomp.publish({ destination: topic.askAt, body: '' });
  topic.afterGap?.(isFirst);
};

/** Reconnects now, without waiting out the grown delay: the network is back, or somebody looks at the page again. */
const reconnect = async (): Promise<void> => {
  const stomp = client;
  if (!stomp || stomp.connected) return;
  await stomp.deactivate({ force: true });
  if (client === stomp) stomp.activate();
};

const reconnectIfVisible = (): void => {
  if (document.visibilityState === 'visible') void reconnect();
};

const start = (): Client => {
  const { protocol, host } = window.location;
  const stomp = new Client({
    brokerURL: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${SOCKET_PATH}`,
    heartbeatIncoming: STOMP_HEARTBEAT_MS,
    heartbeatOutgoing: STOMP_HEARTBEAT_MS,
    reconnectDelay: STOMP_RECONNECT_MS,
    reconnectTimeMode: ReconnectionTimeMode.EXPONENTIAL,
    maxReconnectDelay: STOMP_RECONNECT_MAX_MS,
    onConnect: () => {
      for (const [destination, topic] of topics) open(stomp, destination, topic);
    },
  });
  stomp.activate();
  window.addEventListener('online', reconnect);
  window.addEventListener('visibilitychange', reconnectIfVisible);
  return stomp;
};

const stop = (): void => {
  window.removeEventListener('online', reconnect);
  window.removeEventListener('visibilitychange', reconnectIfVisible);
  void client?.deactivate();
  client = undefined;
};

/**
 * Listens to a destination over the page's one connection, which opens with the first listener and closes with the
 * last.
 * @returns stops listening
 */
export const listen = (destination: string, handler: Handler, listening: Listening): (() => void) => {
  const topic = topics.get(destination) ?? { ...listening, handlers: new Set<Handler>() };
  topic.handlers.add(handler);
  if (!topics.has(destination)) {
    topics.set(destination, topic);
    if (client?.connected) open(client, destination, topic);
  }
  client ??= start();
  return () => {
    topic.handlers.delete(handler);
    if (topic.handlers.size > 0 || topics.get(destination) !== topic) return;
    topics.delete(destination);
    if (client?.connected) topic.subscription?.unsubscribe();
    if (topics.size === 0) stop();
  };
};
