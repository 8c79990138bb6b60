/** A text message to one phone. */
export type Sms = {
  /** The same for every try, so that a gateway which keeps ids sends it once. */
  id: string;
  /** E.164, with a plus. */
  to: string;
  text: string;
  /** Whether an earlier try may have been accepted: a gateway that keeps no ids is asked before it is sent again. */
  afterUncertainTry?: boolean;
};

/** Hands text messages to a gateway. */
export type SmsSender = {
  /**
   * Resolves when the gateway has accepted the message.
   * @param signal gives up, as a temporary failure
   * @throws DeliveryError saying whether another try makes sense
   */
  send(sms: Sms, signal?: AbortSignal): Promise<void>;
};
