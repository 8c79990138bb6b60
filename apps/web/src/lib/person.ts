import { graphemesOf } from '@laurel/contracts/graphemes';
import { AVATAR_INITIALS } from './limits.ts';

const UNKNOWN = '??';

/** The first letters of a name's first words, at most two; two question marks where there is no name. */
export const initialsOf = (name: string | null | undefined, language: string): string => {
  const words = (name ?? '').split(/\s+/).filter((word) => word !== '');
  return (
    words
      .slice(0, AVATAR_INITIALS)
      .map((word) => graphemesOf(word)[0])
      .join('')
      .toLocaleUpperCase(language) || UNKNOWN
  );
};

/** Keeps a number's signs from left to right, also in a sentence that runs the other way (Unicode's isolates). */
const leftToRight = (text: string): string => `\u2066${text}\u2069`;

/** Hides the middle of a phone number: its owner recognises it, and it can't be copied from a screen. */
export const maskPhone = (phone: string): string =>
  leftToRight(phone.length < 9 ? phone : `${phone.slice(0, 6)} ••• ${phone.slice(-2)}`);
