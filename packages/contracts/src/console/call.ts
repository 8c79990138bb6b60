import { z } from 'zod';
import { done } from '../envelope.ts';
import { ALL_ERROR_CODES, ALL_ERRORS, type AnyErrorCode } from './errors.ts';
import { FIELD_MESSAGES } from './field-messages.ts';
import { namesPerson } from './names-person.ts';
import type { Action } from './permissions.ts';
import { lineField } from './texts.ts';

/** Who may make a call: anyone, anyone signed in, or the roles of an action (see PERMISSIONS). */
export type Audience = 'anyone' | 'signed-in' | Action;

/**
 * One call of the console. Paths are relative to /api of the console's origin. The session is a cookie. `fresh` calls need a
 * passkey that was used in the last minutes: they can't be undone, publish an edition, which may end voting, change the team,
 * remove a protection of an account, or show personal data in bulk.
 */
export type ConsoleCall = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly audience: Audience;
  readonly fresh?: true;
  readonly query?: z.ZodType;
  readonly params?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body is a file instead, with one of these content types, which no HTML form can send. */
  readonly upload?: { readonly types: readonly string[]; readonly maxBytes: number };
  /** The answer is a file of this content type, which `reply` describes as a text. */
  readonly download?: string;
  /** The body of a success. */
  readonly reply: z.ZodType;
  /** A success has the status 201 instead of 200. */
  readonly created?: true;
  /** In addition to the general failures and those of the guard (see `failuresOf`). */
  readonly failures?: readonly AnyErrorCode[];
};

/** All failures of a call by itself: those that it lists, and those with which the guard refuses it. */
export const failuresOf = ({ method, audience, fresh, failures = [] }: ConsoleCall): readonly AnyErrorCode[] => [
  ...failures,
  ...(method === 'GET' ? [] : (['console.cross_origin'] as const)),
  ...(audience === 'anyone' ? [] : (['console.signed_out'] as const)),
  ...(audience === 'anyone' || audience === 'signed-in' ? [] : (['console.forbidden'] as const)),
  ...(fresh ? (['console.passkey_needed'] as const) : []),
];

/** The id of a row in an address: a positive INTEGER of PostgreSQL. */
export const rowIdSchema = z.coerce.number().int().min(1).max(2_147_483_647);

/** The reason of a change. It goes to the audit log, which is permanent, so it must not name a voter. */
export const reasonSchema = lineField()
  .min(3, FIELD_MESSAGES.reasonShort)
  .max(500, FIELD_MESSAGES.reasonLong)
  .refine((text) => !namesPerson(text), FIELD_MESSAGES.reasonPersonal);

/** The body of a change that needs nothing but a reason. */
export const byReason = z.object({ reason: reasonSchema });

/** A change of the record with an id, which needs nothing but a reason and returns nothing. */
export const step = <const Id extends z.ZodType>(id: Id) =>
  ({ method: 'POST', params: z.object({ id }), body: byReason, reply: done }) as const;

/** A failed response of the console. Compare `code`, not the texts. */
export const consoleFailureSchema = z.object({
  success: z.literal(false),
  code: z.enum(ALL_ERROR_CODES),
  codes: z.array(z.enum(ALL_ERROR_CODES)).min(1),
  message: z.string(),
  errors: z.array(z.string()).min(1),
  data: z.record(z.string(), z.unknown()).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type ConsoleFailure = z.output<typeof consoleFailureSchema>;

/** The HTTP status of a failure. */
export const consoleStatusOf = (code: AnyErrorCode): number => ALL_ERRORS[code].status;
