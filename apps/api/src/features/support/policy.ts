/** Enough of a number for its owner to know it by: `+3806*****67`. */
export const maskPhone = (phone: string): string =>
  `${phone.slice(0, 5)}${'*'.repeat(Math.max(1, phone.length - 7))}${phone.slice(-2)}`;
