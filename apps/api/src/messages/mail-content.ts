import { type Language, localeOf } from '@laurel/contracts/languages';
import type { MailMessage } from '../jobs/port.ts';

/** The content of a mail; the layouts format it. */
export type MailContent = {
  subject: string;
  /** The preview that an inbox shows next to the subject. */
  preview: string;
  heading: string;
  /** What happened, and what to do. */
  body: readonly string[];
  code?: string;
  /** The text of the link to the site, or to another address of it. */
  action?: string;
  actionUrl?: string;
  /** Where the recipient ends such mails, for the mail program (RFC 8058). */
  stopUrl?: string;
  /** Additional notes. */
  notes: readonly string[];
};

/** The greeting's name, if it may be used in a mail. */
type Addressed = { name: string | undefined; brand: string };

/** The content of every kind of mail. A missing one is a type error. */
export type MailTexts = {
  readonly [Kind in MailMessage['kind']]: (
    message: Extract<MailMessage, { kind: Kind }>,
    addressed: Addressed,
  ) => MailContent;
};

/** The texts around the content of every mail. */
export type FrameTexts = {
  /** Marks the subject of a test. */
  test: (subject: string) => string;
  question: string;
  /** Why the recipient gets this mail. */
  reason: (brand: string) => string;
  sponsors: (names: string) => string;
};

/** The paragraphs of a text that somebody wrote. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean);

/** The day of a time in ISO 8601, in words, by UTC. */
export const dayInWords = (time: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));
