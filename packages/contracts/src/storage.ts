import { z } from 'zod';
import { LANGUAGES } from './languages.ts';
import { VERIFICATION_STATUSES } from './verification.ts';

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
} as const;
export type StorageKey = keyof typeof STORAGE_KEYS;

/** The signed-in person as the browser keeps it; an unknown part is absent or null. */
export const currentUserSchema = z.object({
  name: z.string().nullish(),
  email: z.string().nullish(),
  phoneNumber: z.string().nullish(),
});
export type CurrentUser = z.infer<typeof currentUserSchema>;

/** A Telegram start link and the moment (ms since the epoch) after which it is discarded. */
export const storedTelegramLinkSchema = z.object({ link: z.string(), expiresAt: z.number() });

/** The last realtime status and the event it belongs to. */
export const socketStatusSchema = z.object({ eventId: z.string(), verificationStatus: z.enum(VERIFICATION_STATUSES) });

/** What the two-factor setup step needs after a reload: the request key and the otpauth:// URI. */
export const twoFactorSetupSchema = z.object({ requestKey: z.string(), qrCode: z.string() });
export type TwoFactorSetup = z.infer<typeof twoFactorSetupSchema>;

/** What the support panel prefills. */
export const signupDataSchema = z.object({
  email: z.string().optional(),
  name: z.string().optional(),
  phoneNumber: z.string().optional(),
  instagram: z.string().optional(),
});

const text = z.string().min(1);

/** The record behind each key. What does not parse was written by someone else, or by another version. */
export const STORED_RECORDS = {
  authToken: text,
  currentUser: currentUserSchema,
  requestKey: text,
  requestId: text,
  language: z.enum(LANGUAGES),
  /** The moment (ms since the epoch) at which the SMS cooldown ends. */
  phoneTimerEnd: z.number(),
  telegramLink: storedTelegramLinkSchema,
  socialRequestId: text,
  socketStatus: socketStatusSchema,
  twoFactorSetup: twoFactorSetupSchema,
  signupData: signupDataSchema,
  supportWarningConfirmed: z.literal(true),
  appVersion: text,
} as const satisfies Record<StorageKey, z.ZodType>;
