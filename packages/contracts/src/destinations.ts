/** STOMP destinations and the endpoint. */
export const SOCKET_PATH = '/ws';
export const STATISTICS_TOPIC = '/topic/statistics';
export const CHAT_TOPIC_PREFIX = '/topic/chat/';
export const CHAT_SEND_PREFIX = '/app/chat/';

/** The topic of one verification's status. */
export const chatTopic = (eventId: string): string => `${CHAT_TOPIC_PREFIX}${eventId}`;
/** The destination to which a client sends an empty message to request the current status. */
export const chatSend = (eventId: string): string => `${CHAT_SEND_PREFIX}${eventId}`;
