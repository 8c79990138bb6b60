import { CHAT_SEND_PREFIX, CHAT_TOPIC_PREFIX, STATISTICS_TOPIC } from '@laurel/contracts/destinations';
import { hashHandle } from '../crypto/random.ts';

/** An event id: at least 128 random bits, base64url. */
const EVENT_ID = /^[A-Za-z0-9_-]{16,64}$/;

const idAfter = (prefix: string, destination: string): string | undefined => {
  const id = destination.startsWith(prefix) ? destination.slice(prefix.length) : '';
  return EVENT_ID.test(id) ? id : undefined;
};

/** The event id in /topic/chat/{id}. */
export const subscribedEvent = (destination: string): string | undefined => idAfter(CHAT_TOPIC_PREFIX, destination);

/** The event id in /app/chat/{id}. */
export const sentEvent = (destination: string): string | undefined => idAfter(CHAT_SEND_PREFIX, destination);

/** The hash under which an event id is stored and published. */
export const eventHash = (eventId: string): string => hashHandle(eventId).toString('hex');

const CHAT_KEY = 'chat:';

/** The broker's key of an event: its hash, so that no process needs the id. */
export const chatKey = (hash: string): string => `${CHAT_KEY}${hash}`;

/** The event hash in a key of `chatKey`. */
export const hashOfKey = (key: string): string | undefined =>
  key.startsWith(CHAT_KEY) ? key.slice(CHAT_KEY.length) : undefined;

/** The broker's key of a topic. */
export const topicKeyOf = (destination: string): string => {
  const eventId = subscribedEvent(destination);
  return eventId === undefined ? destination : chatKey(eventHash(eventId));
};

/** Whether a destination is a topic: the statistics, or a well-formed event id. */
export const isTopic = (destination: string): boolean =>
  destination === STATISTICS_TOPIC || subscribedEvent(destination) !== undefined;
