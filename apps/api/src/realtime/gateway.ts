import { setImmediate as othersFirst } from 'node:timers/promises';
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
import { askedEvent, chatKey, eventHash, hashOfKey, isTopic, subscribedEvent, topicKeyOf } from './topics.ts';

const TICK_MS = 1_000;
/** How many are told before whatever else waits has its turn: some two milliseconds' worth. */
const TOLD_AT_ONCE = 200;

/** One open connection, as the socket's side sees it. */
export type Channel = Pick<OpenConnection<undefined>, 'receive' | 'refuse' | 'closed'>;

export type Gateway = {
  open(outbound: Outbound): Channel;
  /** Tells those who listen how a verification stands now; `hash` is its event hash in hex. */
  statusChanged(hash: string): Promise<void>;
  /** The same for every verification somebody listens to, after events may have been missed. */
  everythingMayHaveChanged(): Promise<void>;
  readonly connections: number;
  /** Ends every connection: clients come again by themselves. */
  close(): void;
};

type Deps = {
  /** How a verification stands; undefined for an event nobody knows. */
  statusOf(hash: string): Promise<VerificationStatus | undefined>;
  /** Calls back with changed categories until the returned function is called; a callback ends when they are told. */
  listenToStatistics(changed: (items: StatisticsItem[]) => Promise<void>): () => void;
  subscriptions: number;
  onSlowConsumer(): void;
  onError(error: unknown): void;
};

const json = (value: unknown): OutgoingMessage => ({ body: JSON.stringify(value), contentType: 'application/json' });

/** The destinations of the wire contract over the STOMP broker. */
export const createGateway = (deps: Deps): Gateway => {
  const inTurn = createTurns();
  /** A status is read and told before it is read again: what was read earlier must not be told later. */
  const presentStatus = (hash: string, tell: (message: OutgoingMessage) => void = () => {}) =>
    inTurn(hash, async (): Promise<OutgoingMessage | undefined> => {
      const message = await readStatus(hash);
      if (message) tell(message);
      return message;
    });

  const readStatus = async (hash: string): Promise<OutgoingMessage | undefined> => {
    const verificationStatus = await deps.statusOf(hash);
    return verificationStatus && json({ verificationStatus });
  };

  /** Runs work in turn for several keys at once. The keys are in order, so that no two callers wait for each other. */
  const inTurns = (keys: readonly string[], work: () => Promise<void>): Promise<void> => {
    const [first, ...rest] = keys;
    return first === undefined ? work() : inTurn(first, () => inTurns(rest, work));
  };

  /** Answers what a client sent to /app/chat/{id}. All questions of a transaction are answered, or none if a read fails. */
  const answerQuestions = (destinations: readonly string[], connection: Connection<undefined>): Promise<void> => {
    const eventIds = destinations.map(askedEvent).filter((eventId) => eventId !== undefined);
    const asked = eventIds.map((eventId) => ({ topic: chatTopic(eventId), hash: eventHash(eventId) }));
    const hashes = [...new Set(asked.map(({ hash }) => hash))].sort();
    return inTurns(hashes, async () => {
      const messages = await Promise.all(hashes.map(readStatus));
      for (const { topic, hash } of asked) {
        const message = messages[hashes.indexOf(hash)];
        if (message) connection.tell(topic, message);
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
          if (eventId !== undefined) return presentStatus(eventHash(eventId));
          statisticsWanted();
          return undefined;
        },
        authorizeSend: (destination) =>
          askedEvent(destination) === undefined
            ? { ok: false, message: 'Messages go to /app/chat/{event id} only; topics are for listening.' }
            : { ok: true },
        onSend: ({ destination }, connection) => answerQuestions([destination], connection),
        onCommit: (operations, connection) =>
          answerQuestions(
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

  /** What is to be told, by category: what changes again before it was told is told as it is then. */
  const news = new Map<string, StatisticsItem>();
  let telling = false;
  const tellStatistics = async (items: readonly StatisticsItem[]): Promise<void> => {
    for (const item of items) news.set(`${item.nomination} ${item.niche}`, item);
    if (telling) return;
    telling = true;
    try {
      while (news.size > 0) {
        const message = json([...news.values()]);
        news.clear();
        for (const _told of broker.publishing(STATISTICS_TOPIC, message, TOLD_AT_ONCE)) await othersFirst();
      }
    } finally {
      telling = false;
    }
  };

  let stopListening: (() => void) | undefined;
  /** The tallies are read only while somebody listens. */
  const statisticsWanted = (): void => {
    stopListening ??= deps.listenToStatistics((items) => tellStatistics(items).catch(deps.onError));
  };

  const ticker = setInterval(() => {
    broker.tick(performance.now());
    if (stopListening && !broker.hasSubscribers(STATISTICS_TOPIC)) {
      stopListening();
      stopListening = undefined;
    }
  }, TICK_MS).unref();

  const statusChanged = async (hash: string): Promise<void> => {
    if (!broker.hasSubscribers(chatKey(hash))) return;
    await presentStatus(hash, (message) => broker.publish(chatKey(hash), message));
  };

  return {
    open: (outbound) => broker.open(outbound, undefined),
    statusChanged,
    everythingMayHaveChanged: async () => {
      const hashes = Array.from(broker.topicKeys(), hashOfKey).filter((hash) => hash !== undefined);
      for (const hash of hashes) await statusChanged(hash);
    },
    get connections() {
      return broker.connections;
    },
    close: () => {
      clearInterval(ticker);
      stopListening?.();
      broker.shutdown();
    },
  };
};
