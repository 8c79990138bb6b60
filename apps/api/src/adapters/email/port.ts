/** A mail to one person. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every try, so that a duplicate can be recognised. Letters, digits and hyphens. */
  messageId: string;
};

/** Sends mails through a provider. */
export type EmailSender = {
  /**
   * Resolves when the provider has accepted the mail.
   * @param signal aborts, as a temporary failure
   * @throws DeliveryError with `permanent` if retrying is pointless
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
};
