import type { Vote } from '@laurel/contracts/records';

type Channel = 'email' | 'sms';

/** A line of the ledger. */
export type Entry =
  /** The response to a vote; status 0: there was none. `at` is when it arrived, in milliseconds since 1970. */
  | { kind: 'vote'; accountId: string; vote: Vote; status: number; code: string | undefined; at: number }
  /** The vote that a voter in doubt was shown among the own votes. */
  | { kind: 'seen'; accountId: string; vote: Vote }
  /** A response that promises a message, and one that does not. */
  | { kind: 'promise'; channel: Channel; to: string }
  | { kind: 'asked'; to: string }
  /** A message that a provider accepted. `id` is the same for every try of one message. */
  | { kind: 'arrival'; channel: Channel; to: string; id: string };
