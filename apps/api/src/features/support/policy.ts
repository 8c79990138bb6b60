/** Masks a phone number so that only its owner recognises it: `+3806*****67`. */
export const maskPhone = (phone: string): string =>
  `${phone.slice(0, 5)}${'*'.repeat(Math.max(1, phone.length - 7))}${phone.slice(-2)}`;

/** Masks a name so that only people who know it recognise it: `A*** L***`. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0] ?? ''}***`)
    .join(' ');

/**
 * The search of an organiser: by an id, or by the beginning of an address, a number or a name. A search by name also
 * finds addresses.
 */
export type Search =
  | { by: 'id'; id: string }
  | { by: 'email'; prefix: string }
  | { by: 'phone'; prefix: string }
  | { by: 'name'; prefix: string };

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^(\+|00)?[\d\s().-]*\d[\d\s().-]*$/;

/** Recognises whether the text of a search is an id, an address, a phone number or a name. */
export const readSearch = (text: string): Search => {
  const typed = text.trim();
  if (ID.test(typed)) return { by: 'id', id: typed.toLowerCase() };
  if (typed.includes('@')) return { by: 'email', prefix: typed.toLowerCase() };
  if (NUMBER.test(typed)) return { by: 'phone', prefix: `+${typed.replace(/\D/g, '').replace(/^00/, '')}` };
  return { by: 'name', prefix: typed.toLowerCase().replace(/\s+/g, ' ') };
};
