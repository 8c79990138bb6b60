import type { MessageKind, MessageSpan, MessageState } from '@laurel/contracts/console/calls/messages';

/** What the address of the screen says. */
export type MessagesSearch = {
  tab?: 'totals' | undefined;
  span?: MessageSpan | undefined;
  state?: MessageState | undefined;
  kind?: MessageKind | undefined;
  /** A calling code: a number, which the address has without quotes. */
  country?: number | undefined;
  provider?: string | undefined;
  account?: string | undefined;
};
