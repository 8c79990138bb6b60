type Failure = {
  /** Whether retrying is pointless: the recipient or the message was rejected. */
  permanent: boolean;
  /** Whether the provider may have accepted the message, because its response was lost. Default: false. */
  uncertain?: boolean | undefined;
  /** Whether the person can't be reached this way, which is no fault of anybody. Default: false. */
  unreachable?: boolean;
  /** How long the provider asked us to wait, milliseconds. */
  retryAfterMs?: number | undefined;
  /** The provider's own message. */
  detail?: string | undefined;
};

/**
 * A provider did not accept a message. The error's text is stored in the queue and in logs, so it quotes only the
 * provider's codes: providers often repeat the address in their messages.
 */
export class DeliveryError extends Error {
  readonly permanent: boolean;
  readonly uncertain: boolean;
  readonly unreachable: boolean;
  readonly retryAfterMs: number | undefined;
  /** Private, so that it is never logged or stored. */
  readonly #detail: string | undefined;

  constructor(message: string, { permanent, uncertain, unreachable, retryAfterMs, detail }: Failure) {
    super(message);
    this.name = 'DeliveryError';
    this.permanent = permanent;
    this.uncertain = uncertain ?? false;
    this.unreachable = unreachable ?? false;
    this.retryAfterMs = retryAfterMs;
    this.#detail = detail;
  }

  /** The text with the provider's message, for the organiser's terminal. */
  inFull(): string {
    return this.#detail ? `${this.message}: ${this.#detail}` : this.message;
  }
}
