/** STOMP destinations and the endpoint. */
export const SOCKET_PATH = '/ws';
export const STATISTICS_TOPIC = '/topic/statistics';
export const CHAT_TOPIC_PREFIX = '/topic/chat/';
export const CHAT_SEND_PREFIX = '/app/chat/';

/** Where the status of one verification is published. */
export const chatTopic = (eventId: string): string => `${CHAT_TOPIC_PREFIX}${eventId}`;
/** Where a client asks for the present status by an empty message. */
export const chatSend = (eventId: string): string => `${CHAT_SEND_PREFIX}${eventId}`;
