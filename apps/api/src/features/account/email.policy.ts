import { domainToASCII } from 'node:url';

/** An address in the form that is unique among accounts. */
export type CanonicalEmail = { address: string; domain: string };

/**
 * The two domains of Google's mail service, each with its canonical one. The service ignores dots in the local part.
 */
const DOTLESS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * The form in which an address is unique: lower case, no plus-tag, no dots at Gmail, the domain in ASCII (IDNA, UTS
 * #46). Mail always goes to the address as it was typed.
 * @param email valid by the contract's `emailField`
 * @returns undefined if the domain is not a valid domain name
 */
export const canonicalEmail = (email: string): CanonicalEmail | undefined => {
  const at = email.lastIndexOf('@');
  const ascii = domainToASCII(email.slice(at + 1));
  if (at < 1 || ascii === '') return undefined;
  const domain = DOTLESS[ascii] ?? ascii;
  // NFKC comes first, because it may produce capital letters.
  const name = email.slice(0, at).normalize('NFKC').toLowerCase();
  const untagged = name.replace(/(?<=.)\+.*$/, '');
  const local = ascii in DOTLESS ? untagged.replaceAll('.', '') : untagged;
  return { address: `${local}@${domain}`, domain };
};
