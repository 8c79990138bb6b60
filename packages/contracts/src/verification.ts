/** Verification types on the wire (AP-16). */
export const VERIFICATION_TYPES = ['PHONE', 'INSTAGRAM_SUBSCRIPTION', 'TELEGRAM_SUBSCRIPTION'] as const;
export type VerificationType = (typeof VERIFICATION_TYPES)[number];

/** The ways on which a code reaches a phone, as PHONE_CODE_CHANNELS names them. */
export const PHONE_CHANNELS = ['telegram', 'whatsapp', 'viber', 'sms', 'voice'] as const;
export type PhoneChannel = (typeof PHONE_CHANNELS)[number];

/** What proves a phone: a code sent to it, or, beside codes, the number that Telegram has of the person. */
export const PHONE_PROOFS = ['code', 'telegram-contact'] as const;

/** A voter needs one of these and a verified phone. */
export const SOCIAL_VERIFICATION_TYPES = ['INSTAGRAM_SUBSCRIPTION', 'TELEGRAM_SUBSCRIPTION'] as const;
export type SocialVerificationType = (typeof SOCIAL_VERIFICATION_TYPES)[number];

/** The social networks, in the order in which the page offers them. */
export const SOCIAL_NETWORKS = ['telegram', 'instagram'] as const;
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/** The second factors of an edition: codes of an app, which every edition offers, and passkeys. */
export const SECOND_FACTORS = ['totp', 'passkey'] as const;
export type SecondFactorKind = (typeof SECOND_FACTORS)[number];

/** The second factors of an account as responses list them; undefined for codes of an app alone. */
export const factorsOf = (has: Readonly<Record<SecondFactorKind, boolean>>): SecondFactorKind[] | undefined =>
  has.passkey ? SECOND_FACTORS.filter((kind) => has[kind]) : undefined;

/** Statuses of a social verification (SO-08). */
export const VERIFICATION_STATUSES = ['NOT_VERIFIED', 'VERIFIED', 'RETRY', 'IN_PROGRESS'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];
