import { z } from 'zod';
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

/** The signed-in person as the browser keeps it; an unknown part is absent or null. */
export const currentUserSchema = z.object({
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
});
export type CurrentUser = z.infer<typeof currentUserSchema>;

/** A Telegram start link and the moment (ms since the epoch) after which it is discarded. */
export const storedTelegramLinkSchema = z.object({ link: z.string(), expiresAt: z.number() });

/** The last realtime status and the event it belongs to. */
export const socketStatusSchema = z.object({ eventId: z.string(), verificationStatus: z.enum(VERIFICATION_STATUSES) });

/** What the two-factor setup step needs after a reload. */
export const twoFactorSetupSchema = z.object({ requestKey: z.string(), qrCode: z.string() });

/** What the support panel prefills. */
export const signupDataSchema = z.object({
  email: z.string().optional(),
  name: z.string().optional(),
  phoneNumber: z.string().optional(),
  instagram: z.string().optional(),
});
