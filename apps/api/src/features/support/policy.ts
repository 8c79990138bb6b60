/** Masks a phone number so that only its owner recognises it: `+3806*****67`. */
export const maskPhone = (phone: string): string =>
  `${phone.slice(0, 5)}${'*'.repeat(Math.max(1, phone.length - 7))}${phone.slice(-2)}`;
