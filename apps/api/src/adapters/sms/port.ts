import type { Cost } from '../cost.ts';

/** A text message to one phone. */
export type Sms = {
  /** The same for every try, so that a gateway with idempotent ids sends it once. */
  id: string;
  /** E.164, with a plus. */
  to: string;
  text: string;
  /** Whether an earlier try may have been accepted: a gateway without ids is queried before a retry. */
  afterUncertainTry?: boolean;
};

/** Sends text messages through a gateway. */
export type SmsSender = {
  /**
   * Resolves when the gateway has accepted the message, to its cost if the gateway says it.
   * @param signal aborts, as a temporary failure
   * @throws DeliveryError with `permanent` if retrying is pointless
   */
  send(sms: Sms, signal?: AbortSignal): Promise<Cost | undefined>;
};
