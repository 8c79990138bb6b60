import { domainToASCII } from 'node:url';

/** An address as accounts are told apart by it. */
export type CanonicalEmail = { address: string; domain: string };

/** Google's one mail service under its two names: it reads a name with and without dots as the same. */
const DOTLESS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * The form under which an address is unique: small letters, no plus-tag, no dots at Gmail, the domain in
 * ASCII (IDNA, UTS #46). Mail always goes to the address as it was typed.
 * @param email passes the contract's `emailField`
 * @returns undefined where the domain can't be a domain name
 */
export const canonicalEmail = (email: string): CanonicalEmail | undefined => {
  const at = email.lastIndexOf('@');
  const ascii = domainToASCII(email.slice(at + 1));
  if (at < 1 || ascii === '') return undefined;
  const domain = DOTLESS[ascii] ?? ascii;
  // Compatibility forms first: folding may yield capital letters, which are then made small.
  const name = email.slice(0, at).normalize('NFKC').toLowerCase();
  const untagged = name.replace(/(?<=.)\+.*$/, '');
  const local = ascii in DOTLESS ? untagged.replaceAll('.', '') : untagged;
  return { address: `${local}@${domain}`, domain };
};
