/** A picture within a mail, which its HTML shows as `cid:…` (RFC 2392). */
export type MailPicture = {
  readonly cid: string;
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
};

/** A mail to one person. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  pictures?: readonly MailPicture[];
  /** Where the recipient, or their mail program with one click, ends such mails (RFC 8058). */
  stopUrl?: string | undefined;
  /** The same for every try, so that a duplicate can be recognised. Letters, digits and hyphens. */
  messageId: string;
};

/** Sends mails through a provider. */
export type EmailSender = {
  /**
   * Resolves when the provider has accepted the mail.
   * @param signal aborts the delivery, which then fails with a temporary DeliveryError
   * @throws DeliveryError with `permanent` if retrying is pointless
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
};
