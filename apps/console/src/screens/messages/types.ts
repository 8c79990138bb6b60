import type { MessageKind, MessageSet, MessageSpan, MessageState } from '@laurel/contracts/console/calls/messages';

/** The tab, the span and the filters in the address of the screen. */
export type MessagesSearch = {
  tab?: 'totals' | undefined;
  span?: MessageSpan | undefined;
  set?: MessageSet | undefined;
  state?: MessageState | undefined;
  kind?: MessageKind | undefined;
  /** A calling code. It is a number, because the router writes a text of digits with quotes. */
  country?: number | undefined;
  provider?: string | undefined;
  account?: string | undefined;
};
