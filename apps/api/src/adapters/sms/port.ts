import type { Language } from '@laurel/contracts/languages';
import type { PhoneChannel } from '@laurel/contracts/verification';
import type { Cost } from '../cost.ts';

/** A text message to one phone. */
export type Sms = {
  /** The same for every try, so that a gateway with idempotent ids sends it once. */
  id: string;
  /** E.164, with a plus. */
  to: string;
  text: string;
  /** The code in the text, for channels with a text of their own. */
  code?: string | undefined;
  language?: Language;
  /**
   * Whether an earlier try may have been accepted: a gateway without idempotent ids is queried before the message is sent
   * again.
   */
  afterUncertainTry?: boolean;
};

/** Sends text messages through a gateway. */
export type SmsSender = {
  /**
   * Resolves when the gateway has accepted the message, with its cost if the gateway reports one.
   * @param signal aborts the request, which then fails with a temporary DeliveryError
   * @throws DeliveryError with `permanent` if retrying is pointless
   */
  send(sms: Sms, signal?: AbortSignal): Promise<Cost | undefined>;
};

/** Sends text messages by the channel that each names. */
export type TextSender = { send(sms: Sms & { via: PhoneChannel }, signal?: AbortSignal): Promise<Cost | undefined> };

/** A message that did not arrive, as its provider says: its id, which the provider got with it, and the provider's word. */
export type LostMessage = { id: string; provider: string; why: string };
