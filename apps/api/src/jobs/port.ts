import type { Language } from '@laurel/contracts/languages';
import type { Tx } from '@laurel/database/client';

/** What a mail says; the texts are in messages/. */
export type MailMessage =
  | { kind: 'email_code'; name: string; code: string }
  | { kind: 'password_code'; name: string; code: string }
  | { kind: 'social_approved'; name: string; tag: string; phoneVerified: boolean }
  | { kind: 'social_rejected'; name: string; tag: string };

/** What an SMS says. */
export type SmsMessage = { kind: 'phone_code'; code: string };

/** Until its time is over, in milliseconds, a mail can be taken back by this id, a UUID. */
export type Hold = { id: string; ms: number };

type Envelope = {
  to: string;
  language: Language;
  /** The challenge whose `delivery` follows this message's fate. */
  challengeId?: string;
  /** After this moment the message is pointless and is dropped unsent. */
  dropAfter?: Date;
  /** It leaves at once where absent. */
  hold?: Hold;
};

/**
 * Writes messages as jobs in the transaction that causes them: they leave if, and only if, it commits. Payloads are
 * sealed, so that no code or address stands in clear in the queue.
 */
export type Outbox = {
  mail(tx: Tx, mail: Envelope & { message: MailMessage }): Promise<void>;
  /** Takes a mail back that is held; one that has left stays. */
  takeBack(tx: Tx, id: string): Promise<void>;
  sms(tx: Tx, sms: Envelope & { message: SmsMessage; challengeId: string }): Promise<void>;
};
