import { CHAT_SEND_PREFIX, CHAT_TOPIC_PREFIX, STATISTICS_TOPIC } from '@laurel/contracts/destinations';
import { hashHandle } from '../crypto/random.ts';

/** An event id as a client may name it: 128 random bits or more, base64url. */
const EVENT_ID = /^[A-Za-z0-9_-]{16,64}$/;

const idAfter = (prefix: string, destination: string): string | undefined => {
  const id = destination.startsWith(prefix) ? destination.slice(prefix.length) : '';
  return EVENT_ID.test(id) ? id : undefined;
};

/** The event id in /topic/chat/{id}. */
export const subscribedEvent = (destination: string): string | undefined => idAfter(CHAT_TOPIC_PREFIX, destination);

/** The event id in /app/chat/{id}. */
export const askedEvent = (destination: string): string | undefined => idAfter(CHAT_SEND_PREFIX, destination);

/** The hash an event id is stored and announced by. */
export const eventHash = (eventId: string): string => hashHandle(eventId).toString('hex');

const CHAT_KEY = 'chat:';

/** What a message is published under: an event by its hash, so that no process needs to know its id. */
export const chatKey = (hash: string): string => `${CHAT_KEY}${hash}`;

/** The event hash of such a key. */
export const hashOfKey = (key: string): string | undefined =>
  key.startsWith(CHAT_KEY) ? key.slice(CHAT_KEY.length) : undefined;

/** The key of a destination that may be subscribed to. */
export const topicKeyOf = (destination: string): string => {
  const eventId = subscribedEvent(destination);
  return eventId === undefined ? destination : chatKey(eventHash(eventId));
};

/** Whether anybody may listen there: who holds an event id may, and statistics are for everyone. */
export const isTopic = (destination: string): boolean =>
  destination === STATISTICS_TOPIC || subscribedEvent(destination) !== undefined;
