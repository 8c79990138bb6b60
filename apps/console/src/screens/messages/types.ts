import type { MessageKind, MessageSpan, MessageState } from '@laurel/contracts/console/calls/messages';

/** What the address of the screen says. */
export type MessagesSearch = {
  tab?: 'totals';
  span?: MessageSpan;
  state?: MessageState;
  kind?: MessageKind;
  country?: string;
  provider?: string;
  account?: string;
};
