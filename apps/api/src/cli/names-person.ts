const PERSONAL = [
  /@/,
  // A number as it is dialled from abroad, however it is spaced; and one that is written in one piece.
  /\+\d[\d ().-]{6}/,
  /(?<![\dA-Fa-f-])\d{9,15}(?![\dA-Fa-f-])/,
];

/**
 * Whether a text seems to name a person by an address, a name on a network or a phone number: the log is kept for good, so
 * such a text does not get in. The database refuses it by the same rule (audit_entries_impersonal).
 */
export const namesPerson = (text: string): boolean => PERSONAL.some((pattern) => pattern.test(text));
