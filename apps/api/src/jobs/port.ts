import type { ReminderStep } from '@laurel/contracts/console/calls/messages';
import type { VoterMail } from '@laurel/contracts/console/voter-mails';
import type { Language } from '@laurel/contracts/languages';
import type { PhoneChannel } from '@laurel/contracts/verification';
import type { Sql, Tx } from '@laurel/database/client';

type Text = Readonly<Record<Language, string>>;
/** The words with which the organisers begin mails, in place of Laurel's subject and after the greeting. An empty text counts as missing. */
export type OwnWords = {
  readonly [Mail in VoterMail]?:
    | { readonly subject?: Text | undefined; readonly opening?: Text | undefined }
    | undefined;
};
/** A mail as a draft has it: what a test of it needs of the draft. */
export type DraftMail = { mail: VoterMail; name: Text; supportEmail: string; mails: OwnWords };

/** The content of a mail; the texts are in messages/. */
export type MailMessage =
  | { kind: 'email_code'; name: string; code: string }
  | { kind: 'password_code'; name: string; code: string }
  | { kind: 'social_approved'; name: string; tag: string; phoneVerified: boolean }
  | { kind: 'social_rejected'; name: string; tag: string; offersTelegram: boolean }
  /** With `draft`, a mail of a draft with samples. */
  | { kind: 'test'; name: string; draft?: DraftMail | undefined }
  | { kind: 'invitation'; name: string; by: string; link: string }
  /** The name is the nominee's. */
  | { kind: 'kit'; name: string; link: string }
  /** `why` is a reason as a sentence: no nominee, no place, and no value of anybody. */
  | { kind: 'cluster_alarm'; name: string; likely: boolean; votes: number; groups: number; why: string; link: string }
  /** A webhook was switched off, because its host accepted nothing since a time in ISO 8601. */
  | { kind: 'hook_off'; name: string; host: string; since: string }
  | { kind: 'account_unlocked'; name: string }
  | { kind: 'two_factor_reset'; name: string }
  /** The account got another second factor, or lost one of several. */
  | { kind: 'factor_changed'; name: string; change: 'added' | 'removed' }
  /** To the new address of an account, or to the one before. */
  | { kind: 'address_changed'; name: string; isNew: boolean }
  /** The times are in ISO 8601: of the last use, and after which the account is erased. */
  | { kind: 'account_unused'; name: string; usedAt: string; erasedAfter: string }
  /** At `stopUrl` the person takes back the wish for such mails, also with one click in a mail program. */
  | { kind: 'winners_announced'; name: string; stopUrl: string }
  /** `step` comes next; `last`: voting closes in less than a day. */
  | { kind: 'reminder'; name: string; step: ReminderStep; last: boolean; resumeUrl: string; stopUrl: string }
  | {
      kind: 'exclusion_applied';
      name: string;
      decision: number;
      reason: string;
      objectUrl: string;
      decisionsUrl: string;
    }
  | { kind: 'exclusion_undone'; name: string; decision: number; stillHeld: boolean; decisionsUrl: string }
  | { kind: 'objection_answered'; name: string; decision: number; answer: string; decisionsUrl: string };

/** The content of an SMS. */
export type SmsMessage = { kind: 'phone_code'; code: string } | { kind: 'test' };

/** Delays a mail by `ms` milliseconds. Until then its job can be removed by `id`, a UUID. */
export type Hold = { id: string; ms: number };

type Envelope = {
  to: string;
  language: Language;
  /**
   * Whose message it is, for the history of messages. Without it the mail is never sent, because nobody has the login; its row is
   * deleted when it is dropped, so that queueing costs the same.
   */
  accountId?: string | undefined;
  /** The challenge whose `delivery` column records the result. */
  challengeId?: string;
  /** After this time the message is dropped unsent. */
  dropAfter?: Date;
  /** Without it, the message is sent at once. */
  hold?: Hold;
  /** Sent after all messages that somebody waits for. */
  later?: true;
};

/**
 * Writes messages as jobs in the caller's transaction: they are sent if, and only if, it commits. Payloads are sealed, so
 * the queue holds no code or address in plain text.
 */
export type Outbox = {
  mail(tx: Tx, mail: Envelope & { message: MailMessage }): Promise<void>;
  /** The call that queues a mail, for a statement of the caller's transaction that writes something else, too. */
  prepareMail(tx: Tx, mail: Envelope & { message: MailMessage }): Promise<Sql>;
  /** The same for a text message. @param id of the message, a UUID */
  prepareSms(
    tx: Tx,
    id: string,
    sms: Envelope & { message: SmsMessage; challengeId: string; via?: PhoneChannel },
  ): Promise<Sql>;
};
