/** A mail to one person. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every try, so that a mail which arrives twice can be recognised. Letters, digits and hyphens. */
  messageId: string;
};

/** Hands mails to a provider. */
export type EmailSender = {
  /**
   * Resolves when the provider has accepted the mail.
   * @param signal gives up, as a temporary failure
   * @throws DeliveryError saying whether another try makes sense
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
};
