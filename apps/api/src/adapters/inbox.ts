import type { InboxMessage } from '@laurel/contracts/dev-inbox';
import { newHandle } from '../crypto/random.ts';

/** What was sent, kept in memory for whoever develops or tests; production has none. */
export type Inbox = {
  add(message: Omit<InboxMessage, 'id' | 'createdAt'> & { html?: string }): void;
  /** Newest first. */
  list(): InboxMessage[];
  /** The HTML of a mail. */
  html(id: string): string | undefined;
};

/**
 * A development inbox.
 * @param now the clock that dates what arrives
 * @param capacity how many messages are kept; the oldest are forgotten first
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
