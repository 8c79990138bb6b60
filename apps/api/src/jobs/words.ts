import type { DeliveryError } from '../adapters/delivery-error.ts';

const LONGEST = 300;
/** Shorter names are also words. */
const SHORTEST_NAME = 4;
/** Matches texts that the database rejects because they may name a person (messages_impersonal). */
const PERSONAL = /@|\+\d|\d{7}/;

/** Removes what may name the recipient or repeat a code: addresses, and long numbers however they are spaced. */
const withoutPeople = (text: string, to: string): string => {
  const [name = ''] = to.split('@');
  return text
    .replaceAll(to, '…')
    .replaceAll(name.length >= SHORTEST_NAME ? name : to, '…')
    .replaceAll(/[^\s<>"'(),;:]*@[^\s<>"'(),;]*/g, '…')
    .replaceAll(/\+\d([\d ().-]*\d)?/g, '…')
    .replaceAll(/\d[\d ().-]{5,}\d/g, (run) => (run.replaceAll(/\D/g, '').length > 6 ? '…' : run))
    .replaceAll(/\d{4,}/g, '…')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
};

/** The beginning of the text about a message that is not sent again because it may have arrived. */
const MAY_HAVE_ARRIVED = 'it may have arrived; ';

/**
 * The provider's words about a message that it did not accept, for the history: the codes in full, and its own text without
 * the recipient.
 * @param isOver whether it is not tried again
 */
export const providerWords = (error: DeliveryError, to: string, isOver = false): string => {
  const detail = withoutPeople(error.inFull().slice(error.message.length), to);
  const why = (PERSONAL.test(detail) ? error.message : error.message + detail).trim();
  return (error.uncertain && isOver ? MAY_HAVE_ARRIVED + why : why).slice(0, LONGEST);
};
