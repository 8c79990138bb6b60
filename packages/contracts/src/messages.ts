/**
 * Validation messages of fields (spec §5). The schemas give the key. The API sends the key and this English text; the page
 * translates the key.
 */
export const FIELD_MESSAGES = {
  required: 'This field is required',
  nameTooLong: 'Name must not exceed 100 characters',
  nameControl: 'Name must not contain control characters',
  emailInvalid: 'You entered an incorrect email',
  emailDomain: 'Must contain a domain with a dot and TLD',
  passwordShort: 'Password must be at least 6 characters long',
  passwordLong: 'Password must not exceed 20 characters',
  passwordWeak: 'Password must contain an uppercase letter, a lowercase letter, a digit and one of @$!%*?&',
  passwordsDiffer: 'Passwords must match',
  phoneInvalid: 'Enter a valid phone number in international format',
  phoneRegion: 'Invalid operator region',
  phoneChannel: 'Codes are not sent this way here',
  codeDigits: 'Code must contain only digits',
  codeShort: 'Code must contain 6 digits',
  twoFactorLength: 'Code must be 6 digits',
  backupCodeInvalid: 'A backup code has 10 letters and digits',
  usernameLink: 'Enter a username without links',
  usernameLong: 'Username must not exceed 32 characters',
  usernameInvalid: 'A username has only letters, digits, dots and underscores',
  tagInvalid: 'Expected the tag of a nominee: small letters, digits and hyphens',
  identifierInvalid: 'Expected an identifier given by an earlier answer',
  nonceInvalid: 'Expected 16 octets in base64url without padding',
  verificationTypeInvalid: 'Expected the verification type INSTAGRAM_SUBSCRIPTION',
  entryName: 'A name has 2 to 80 characters in one line, with a letter or a digit',
  entryLink: 'Enter a web address or a name with @, at most 200 characters',
  entryWhy: 'At most 300 characters of plain text',
  entryNominee: 'This name is on the list of this category already',
  entryCategory: 'There is no such category',
  booleanInvalid: 'Expected true or false',
  bodyInvalid: 'Expected a JSON object',
} as const;

export type FieldMessageKey = keyof typeof FIELD_MESSAGES;

export const isFieldMessageKey = (text: string): text is FieldMessageKey => Object.hasOwn(FIELD_MESSAGES, text);

export const FIELD_MESSAGE_KEYS = Object.keys(FIELD_MESSAGES).filter(isFieldMessageKey);

/** Lets TypeScript check that the message of a schema is a key: zod itself accepts any text. */
export const messageKey = (key: FieldMessageKey): FieldMessageKey => key;
