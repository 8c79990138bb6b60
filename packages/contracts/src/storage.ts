import { z } from 'zod';
import { LANGUAGES } from './languages.ts';
import { SECOND_FACTORS, VERIFICATION_STATUSES } from './verification.ts';

/** The browser's local-storage keys (spec §3, "Browser-stored values"). */
export const STORAGE_KEYS = {
  authToken: 'authToken',
  currentUser: 'currentUser',
  requestKey: 'requestKey',
  requestId: 'requestId',
  language: 'language',
  phoneTimerEnd: 'phoneTimerEnd',
  telegramLink: 'telegramLink',
  socialRequestId: 'socialRequestId',
  socketStatus: 'socketStatus',
  twoFactorSetup: 'twoFactorSetup',
  signupData: 'signupData',
  supportWarningConfirmed: 'supportWarningConfirmed',
  appVersion: 'appVersion',
  keptVotes: 'keptVotes',
  keptCheckpoint: 'keptCheckpoint',
  recordEvidence: 'recordEvidence',
  analytics: 'analytics',
} as const;
export type StorageKey = keyof typeof STORAGE_KEYS;

/** The keys of the browser's session storage, whose values belong to one tab. */
export const TAB_STORAGE_KEYS = { openStep: 'openStep', accountDraft: 'accountDraft' } as const;
export type TabStorageKey = keyof typeof TAB_STORAGE_KEYS;

/** The signed-in user; unknown fields are absent or null. */
export const currentUserSchema = z.object({
  name: z.string().nullish(),
  email: z.string().nullish(),
  phoneNumber: z.string().nullish(),
  factors: z.array(z.enum(SECOND_FACTORS)).nullish(),
});
export type CurrentUser = z.output<typeof currentUserSchema>;

/** A Telegram start link and its expiry, milliseconds since 1970. */
export const storedTelegramLinkSchema = z.object({ link: z.string(), expiresAt: z.number() });

/** The last realtime status and the event it belongs to. */
export const socketStatusSchema = z.object({ eventId: z.string(), verificationStatus: z.enum(VERIFICATION_STATUSES) });

/** A request key that waits for a second factor, with those that the account has; codes of an app alone if they are missing. */
export const twoFactorRequestSchema = z.object({
  requestKey: z.string(),
  factors: z.array(z.enum(SECOND_FACTORS)).optional(),
});
export type TwoFactorRequest = z.output<typeof twoFactorRequestSchema>;

/** The data of the two-factor setup: the request key and the otpauth:// URI. */
export const twoFactorSetupSchema = z.object({ requestKey: z.string(), qrCode: z.string() });
export type TwoFactorSetup = z.output<typeof twoFactorSetupSchema>;

/** The values with which the support panel is prefilled. */
export const signupDataSchema = z.object({
  email: z.string().optional(),
  name: z.string().optional(),
  phoneNumber: z.string().optional(),
  instagram: z.string().optional(),
  /** The request id of the registration. Another one with a corrected address names it. */
  registration: z.string().optional(),
});

/** What a visitor typed into the login and signup forms, without passwords and codes. */
export const accountDraftSchema = z.object({
  /** The login form's email or phone. */
  login: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  phoneNumber: z.string().optional(),
});
export type AccountDraft = z.output<typeof accountDraftSchema>;

/**
 * What this browser keeps of a vote that it cast, to check it in the public record (docs/public-log.md): the nonce that it
 * sent, and the organisers' promise. Not the nominee: several people may use the browser.
 */
const keptVoteSchema = z.object({
  /** The account's id. */
  account: z.string(),
  /** The log's origin. */
  log: z.string(),
  category: z.string(),
  nonce: z.string(),
  promise: z.string().optional(),
  /** Whether the server answered that the vote is recorded. */
  sure: z.boolean(),
});
export const keptVotesSchema = z.array(keptVoteSchema);
export type StoredVote = z.output<typeof keptVoteSchema>;

const text = z.string().min(1);

/** The schema of each key's value. A value that does not match was written by other code or another version. */
export const STORED_RECORDS = {
  authToken: text,
  currentUser: currentUserSchema,
  requestKey: text,
  requestId: text,
  language: z.enum(LANGUAGES),
  /** The end of the SMS cooldown, milliseconds since 1970. */
  phoneTimerEnd: z.number(),
  telegramLink: storedTelegramLinkSchema,
  socialRequestId: text,
  socketStatus: socketStatusSchema,
  twoFactorSetup: twoFactorSetupSchema,
  signupData: signupDataSchema,
  supportWarningConfirmed: z.literal(true),
  appVersion: text,
  keptVotes: keptVotesSchema,
  /** JSON texts: the code that reads them, the check of the public record, does not load zod. */
  analytics: z.literal('allowed'),
  keptCheckpoint: text,
  recordEvidence: text,
} as const satisfies Record<StorageKey, z.ZodType>;
