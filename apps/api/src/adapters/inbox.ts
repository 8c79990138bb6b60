import type { InboxMessage } from '@laurel/contracts/dev-inbox';
import { newHandle } from '../crypto/random.ts';

/** Sent messages in memory, for development and tests. Production has no inbox. */
export type Inbox = {
  add(message: Omit<InboxMessage, 'id' | 'createdAt'> & { html?: string }): void;
  /** Newest first. */
  list(): InboxMessage[];
  /** The HTML of a mail. */
  html(id: string): string | undefined;
};

/**
 * Creates a development inbox.
 * @param now the clock for `createdAt`
 * @param capacity the number of messages to keep; the oldest are removed first
 */
export const createInbox = (now: () => Date, capacity = 500): Inbox => {
  let messages: (InboxMessage & { html?: string })[] = [];
  return {
    add: (message) => {
      messages = [{ ...message, id: newHandle(), createdAt: now().toISOString() }, ...messages].slice(0, capacity);
    },
    list: () => messages.map(({ html: _html, ...message }) => message),
    html: (id) => messages.find((message) => message.id === id)?.html,
  };
};
