import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { FIELD_MESSAGE_KEYS } from './messages.ts';
import { DELIVERY_STATES } from './records.ts';
import { twoFactorSetupSchema } from './storage.ts';

type Details = { readonly data?: z.ZodType; readonly metadata?: z.ZodType };

const eligibility = z.object({ phoneVerified: z.boolean(), socialVerified: z.boolean() });
const delivered = z.object({ delivery: z.enum(DELIVERY_STATES) });
const openCode = z.object({ code: z.string() });
/** `number` if the limit is that of the number: other accounts may have used it up. */
const limit = z.literal('number').optional();
const nextAllowed = z.object({ nextAllowedRequestAtHourly: z.iso.datetime(), limit });

/** The `data` and `metadata` of failures. The other codes have none. */
export const FAILURE_DETAILS = {
  /** One message per field, and its key. A message for programs alone has no key. */
  'request.invalid': {
    metadata: z.object({
      fields: z.record(z.string(), z.string()),
      fieldCodes: z.record(z.string(), z.enum(FIELD_MESSAGE_KEYS)).optional(),
    }),
  },
  'account.disposable_email': { metadata: z.object({ fields: z.record(z.string(), z.string()) }) },
  /** The request id of the email code to enter (LG-03). */
  'login.email_unverified': { data: openCode },
  /** New setup data: the email is verified, two-factor is not set up (LG-07). */
  'email_code.used': { data: twoFactorSetupSchema },
  /** The request key of the open code to this number, if there is one: the response that had it may have been lost. */
  'phone.cooldown': { data: openCode.optional(), metadata: z.object({ retryAfterSeconds: z.int().min(0), limit }) },
  /** The later of the hourly and the daily limit (PH-06). */
  'phone.hourly': { data: openCode.optional(), metadata: nextAllowed },
  'phone.daily': { data: openCode.optional(), metadata: nextAllowed },
  /** The delivery of the mail with the code. */
  'email_code.expired': { metadata: delivered.optional() },
  'email_code.wrong': { metadata: delivered.optional() },
  /** For POST /vote the verifications (VO-08), for check-phone the delivery of the newest text message. */
  'phone.unverified': { metadata: z.union([eligibility, delivered]).optional() },
  'social.unverified': { metadata: eligibility.optional() },
} as const satisfies Partial<Record<ErrorCode, Details>>;
