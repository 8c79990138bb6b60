const PERSONAL = [
  /@/,
  // An international number with any spacing, and a number without spaces.
  /\+\d[\d ().-]{6}/,
  /(?<![\dA-Fa-f-])\d{9,15}(?![\dA-Fa-f-])/,
];

/** The rule that a text with a person breaks. */
export const NAME_NO_PERSON = 'Name no person: no address, user name or phone number, but the id of the account';

/**
 * Whether a text seems to contain an address, a user name or a phone number. The audit log is permanent, so such texts are
 * rejected. The database has the same rule (audit_entries_impersonal).
 */
export const namesPerson = (text: string): boolean => PERSONAL.some((pattern) => pattern.test(text));
