import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { chatTopic, STATISTICS_TOPIC } from '@laurel/contracts/destinations';
import type { StatisticsItem } from '@laurel/contracts/records';
import type { VerificationStatus } from '@laurel/contracts/verification';
import {
  type Connection,
  type OpenConnection,
  type Outbound,
  type OutgoingMessage,
  StompBroker,
} from '@laurel/stomp/source';
import { createTurns } from '../concurrency/turns.ts';
import { createRereads } from './rereads.ts';
import { chatKey, eventHash, hashOfKey, isTopic, sentEvent, subscribedEvent, topicKeyOf } from './topics.ts';

const TICK_MS = 1_000;
/** The number of sockets to write to before other work runs: about 2 ms. */
const SOCKETS_PER_TURN = 200;

/** An open connection, as the WebSocket uses it. */
export type Channel = Pick<OpenConnection<undefined>, 'receive' | 'refuse' | 'closed'>;

export type Gateway = {
  open(outbound: Outbound): Channel;
  /**
   * Sends the current status of a verification to its subscribers. `hash` is its event hash in hex. Resolves after the first try;
   * if it fails, others follow.
   */
  statusChanged(hash: string): Promise<void>;
  /** Sends the current status of every verification with subscribers, because events may have been missed. */
  allStatusesMayHaveChanged(): void;
  readonly connections: number;
  /** Closes every connection. Clients reconnect by themselves. */
  close(): void;
};

type Deps = {
  /** The status of a verification; undefined for an unknown event. */
  statusOf(hash: string): Promise<VerificationStatus | undefined>;
  /** Calls `changed` with changed categories until the returned function is called. It resolves once they are sent. */
  listenToStatistics(changed: (items: StatisticsItem[]) => Promise<void>): () => void;
  subscriptions: number;
  onSlowConsumer(): void;
  onError(error: unknown): void;
};

const json = (value: unknown): OutgoingMessage => ({ body: JSON.stringify(value), contentType: 'application/json' });

/** Serves the destinations of the wire contract with the STOMP broker. */
export const createGateway = (deps: Deps): Gateway => {
  const inTurn = createTurns();
  /** Reads and sends a status before the same status is read again, so that an old one never follows a newer one. */
  const currentStatus = (hash: string, send: (message: OutgoingMessage) => void = () => {}) =>
    inTurn(hash, async (): Promise<OutgoingMessage | undefined> => {
      const message = await readStatus(hash);
      if (message) send(message);
      return message;
    });

  const readStatus = async (hash: string): Promise<OutgoingMessage | undefined> => {
    const verificationStatus = await deps.statusOf(hash);
    return verificationStatus && json({ verificationStatus });
  };

  /** Runs work when it is the turn of all keys. The keys must be sorted, so that two callers never wait for each other. */
  const inTurns = (keys: readonly string[], work: () => Promise<void>): Promise<void> => {
    const [first, ...rest] = keys;
    return first === undefined ? work() : inTurn(first, () => inTurns(rest, work));
  };

  /** Responds to messages to /app/chat/{id}: to all messages of a transaction, or to none if a read fails. */
  const answerRequests = (destinations: readonly string[], connection: Connection<undefined>): Promise<void> => {
    const eventIds = destinations.map(sentEvent).filter((eventId) => eventId !== undefined);
    const requests = eventIds.map((eventId) => ({ topic: chatTopic(eventId), hash: eventHash(eventId) }));
    const hashes = [...new Set(requests.map(({ hash }) => hash))].sort();
    return inTurns(hashes, async () => {
      const messages = await Promise.all(hashes.map(readStatus));
      for (const { topic, hash } of requests) {
        const message = messages[hashes.indexOf(hash)];
        if (message) connection.send(topic, message);
      }
    });
  };

  const broker = new StompBroker<undefined>(
    {
      hooks: {
        authorizeSubscribe: (destination) =>
          isTopic(destination) ? { ok: true } : { ok: false, message: 'There is no such topic.' },
        topicKey: topicKeyOf,
        onSubscribe: ({ destination }) => {
          const eventId = subscribedEvent(destination);
          if (eventId !== undefined) return currentStatus(eventHash(eventId));
          listenToTallies();
          return undefined;
        },
        authorizeSend: (destination) =>
          sentEvent(destination) === undefined
            ? { ok: false, message: 'Messages go to /app/chat/{event id} only; topics are for listening.' }
            : { ok: true },
        onSend: ({ destination }, connection) => answerRequests([destination], connection),
        onCommit: (operations, connection) =>
          answerRequests(
            operations.flatMap((operation) => (operation.kind === 'send' ? operation.message.destination : [])),
            connection,
          ),
        onError: deps.onError,
        onClose: (reason) => {
          if (reason === 'consumer.slow') deps.onSlowConsumer();
        },
      },
      limits: { maxSubscriptions: deps.subscriptions },
      tickMs: TICK_MS,
    },
    performance.now(),
  );

  /** Changes to send, by category. A newer change replaces an older one. */
  const unsent = new Map<string, StatisticsItem>();
  let sending = false;
  const sendStatistics = async (items: readonly StatisticsItem[]): Promise<void> => {
    for (const item of items) unsent.set(`${item.nomination} ${item.niche}`, item);
    if (sending) return;
    sending = true;
    try {
      while (unsent.size > 0) {
        const message = json([...unsent.values()]);
        unsent.clear();
        for (const _sent of broker.publishing(STATISTICS_TOPIC, message, SOCKETS_PER_TURN)) await yieldToOthers();
      }
    } finally {
      sending = false;
    }
  };

  let stopListening: (() => void) | undefined;
  /** The tallies are read only while the topic has subscribers. */
  const listenToTallies = (): void => {
    stopListening ??= deps.listenToStatistics((items) => sendStatistics(items).catch(deps.onError));
  };

  const ticker = setInterval(() => {
    broker.tick(performance.now());
    if (stopListening && !broker.hasSubscribers(STATISTICS_TOPIC)) {
      stopListening();
      stopListening = undefined;
    }
  }, TICK_MS).unref();

  const rereads = createRereads({
    read: async (hash) => {
      await currentStatus(hash, (message) => broker.publish(chatKey(hash), message));
    },
    isWanted: (hash) => broker.hasSubscribers(chatKey(hash)),
    onError: deps.onError,
  });

  return {
    open: (outbound) => broker.open(outbound, undefined),
    statusChanged: rereads.now,
    allStatusesMayHaveChanged: () => {
      rereads.inTurn(Array.from(broker.topicKeys(), hashOfKey).filter((hash) => hash !== undefined));
    },
    get connections() {
      return broker.connections;
    },
    close: () => {
      clearInterval(ticker);
      stopListening?.();
      rereads.close();
      broker.shutdown();
    },
  };
};
