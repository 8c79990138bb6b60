const PERSONAL = [
  /@/,
  // An international number with any spacing, and a number without spaces.
  /\+\d[\d ().-]{6}/,
  /(?<![\dA-Fa-f-])\d{9,15}(?![\dA-Fa-f-])/,
];

/**
 * Whether a text seems to contain an address, a user name or a phone number. The audit log is permanent, so such texts are
 * rejected. The database has the same rule (audit_entries_impersonal).
 */
export const namesPerson = (text: string): boolean => PERSONAL.some((pattern) => pattern.test(text));
