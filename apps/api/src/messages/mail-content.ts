import type { MailMessage } from '../jobs/port.ts';

/** One mail, said in words; the layouts give it its looks. */
export type MailContent = {
  subject: string;
  /** What an inbox shows beside the subject. */
  preview: string;
  heading: string;
  /** What happened and what to do. */
  body: readonly string[];
  code?: string;
  /** A link to the site, in words. */
  action?: string;
  /** What else is good to know. */
  notes: readonly string[];
};

/** The person as addressed, where the name is fit for a mail. */
type Addressed = { name: string | undefined; brand: string };

/** A text for every kind of mail: one that is missing does not compile. */
export type MailTexts = {
  readonly [Kind in MailMessage['kind']]: (
    message: Extract<MailMessage, { kind: Kind }>,
    addressed: Addressed,
  ) => MailContent;
};

/** The words around every mail. */
export type FrameTexts = {
  question: string;
  /** Why this mail came. */
  reason: (brand: string) => string;
};
