import type { MessageKind } from '@laurel/contracts/console/calls/messages';
import type { CostTotal, Span } from '@laurel/contracts/console/calls/tonight';

/** The counts of messages, as the screen Messages shows them. */
export type MessageCounts = {
  /** What was sent and failed in a span, and what it cost. */
  sums(span: Span, now: Date): Promise<Record<MessageKind, { sent: number; failed: number; cost: CostTotal[] }>>;
  /** How many messages wait for their first or next try, and how many of them failed before. */
  open(): Promise<Record<'waiting' | 'failing', Record<MessageKind, number>>>;
};
