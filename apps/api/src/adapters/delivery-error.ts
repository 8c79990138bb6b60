type Failure = {
  /** Whether another try is pointless: the recipient, or the message itself, was refused. */
  permanent: boolean;
  /** Whether the provider may have accepted the message all the same, because its answer was lost. Default: false. */
  uncertain?: boolean | undefined;
  /** How long the provider asked us to wait, milliseconds. */
  retryAfterMs?: number | undefined;
  /** What the provider said, in its own words. */
  said?: string | undefined;
};

/**
 * A message that was not accepted. Its text is kept in the queue and in logs, so it names what the provider said by its
 * codes only: providers like to repeat the address in their answers.
 */
export class DeliveryError extends Error {
  readonly permanent: boolean;
  readonly uncertain: boolean;
  readonly retryAfterMs: number | undefined;
  /** Private, so that no log and no queue ever holds it. */
  readonly #said: string | undefined;

  constructor(message: string, { permanent, uncertain, retryAfterMs, said }: Failure) {
    super(message);
    this.name = 'DeliveryError';
    this.permanent = permanent;
    this.uncertain = uncertain ?? false;
    this.retryAfterMs = retryAfterMs;
    this.#said = said;
  }

  /** The text with the provider's own words, for the organiser at a terminal. */
  inFull(): string {
    return this.#said ? `${this.message}: ${this.#said}` : this.message;
  }
}
