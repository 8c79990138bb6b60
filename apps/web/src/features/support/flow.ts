import type { SocialNetwork } from '@laurel/contracts/verification';

const ACCOUNT_PROBLEMS = ['emailMissing', 'emailCodeWrong', 'phoneCodeMissing', 'phoneCodeWrong'] as const;

/** The problems for a support mail, in the order of the sign-up journey. */
export const problemsWith = (networks: readonly SocialNetwork[]) => [...ACCOUNT_PROBLEMS, ...networks];

/** The contact data that this browser has. */
export type Contact = {
  readonly email?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
  readonly instagram?: string | null | undefined;
};

/** The contact data of the account, else of the signup. */
export const contactOf = (user: Contact | undefined, signup: Contact | undefined): Contact => ({
  email: user?.email || signup?.email,
  phoneNumber: user?.phoneNumber || signup?.phoneNumber,
  instagram: signup?.instagram,
});

/** The texts of a support mail, in the user's language. */
type Texts = {
  readonly subject: string;
  readonly problem: string;
  readonly labels: Readonly<Record<'problem' | keyof Contact, string>>;
};

/** A mailto link to support with the problem and the known contact data. */
export const letterTo = (address: string, { subject, problem, labels }: Texts, contact: Contact): string => {
  const { email, phoneNumber, instagram } = contact;
  const lines = [
    `${labels.problem}: ${problem}`,
    `${labels.email}: ${email ?? ''}`,
    `${labels.phoneNumber}: ${phoneNumber ?? ''}`,
    `${labels.instagram}: ${instagram ? `@${instagram}` : ''}`,
  ].map((line) => line.trimEnd());
  // RFC 6068: lines of a body end with CR LF, and reserved characters are encoded.
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${lines.join('\r\n')}\r\n\r\n`)}`;
};
