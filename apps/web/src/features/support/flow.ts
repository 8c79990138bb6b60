/** What people write to support about, in the order of the way. */
export const PROBLEMS = [
  'emailMissing',
  'emailCodeWrong',
  'phoneCodeMissing',
  'phoneCodeWrong',
  'telegram',
  'instagram',
] as const;

/** What this browser knows of the person; a part may be missing. */
export type Contact = {
  readonly email?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
  readonly instagram?: string | null | undefined;
};

/** Whom support is to help: the account that is logged in, else what was given at signup. */
export const contactOf = (user: Contact | undefined, signup: Contact | undefined): Contact => ({
  email: user?.email || signup?.email,
  phoneNumber: user?.phoneNumber || signup?.phoneNumber,
  instagram: signup?.instagram,
});

/** The words of a letter to support, in the writer's language. */
type Words = {
  readonly subject: string;
  readonly problem: string;
  readonly labels: Readonly<Record<'problem' | keyof Contact, string>>;
};

/** A link that opens a letter to support with everything they need to start looking; what is not known stays open. */
export const letterTo = (address: string, { subject, problem, labels }: Words, contact: Contact): string => {
  const { email, phoneNumber, instagram } = contact;
  const lines = [
    `${labels.problem}: ${problem}`,
    `${labels.email}: ${email ?? ''}`,
    `${labels.phoneNumber}: ${phoneNumber ?? ''}`,
    `${labels.instagram}: ${instagram ? `@${instagram}` : ''}`,
  ].map((line) => line.trimEnd());
  // RFC 6068: lines of a body end with CR LF, and no character of the text may be read as the link's own.
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${lines.join('\r\n')}\r\n\r\n`)}`;
};
