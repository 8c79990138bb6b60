import { z } from 'zod';
import { enteredTime } from '../../entered-time.ts';
import { type ConsoleCall, reasonSchema } from '../call.ts';
import { lineField } from '../texts.ts';

/** Where an action was taken. */
export const PLACES = ['console', 'command'] as const;

const filters = {
  /** The entries of a person, from every place. */
  person: lineField().min(1).max(100).optional(),
  /** An action like `user.erase`, or a family of them like `user.`. */
  action: z
    .string()
    .regex(/^[a-z]{1,40}\.[a-z-]{0,40}$/)
    .optional(),
  from: enteredTime().optional(),
  until: enteredTime().optional(),
};

const entry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  person: z.string(),
  place: z.enum(PLACES),
  action: z.string(),
  subject: z.string(),
  reason: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.output<typeof entry>;

export const readAudit = {
  method: 'GET',
  path: '/audit',
  summary: 'The audit log, the newest entry first',
  audience: 'audit.read',
  query: z.object({
    ...filters,
    /** The `next` of an answer. */
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ entries: z.array(entry), next: z.string().nullable() }),
} as const satisfies ConsoleCall;

export const readAuditNames = {
  method: 'GET',
  path: '/audit/names',
  summary: 'The people and actions in the audit log, to filter by',
  audience: 'audit.read',
  reply: z.object({ people: z.array(z.string()), actions: z.array(z.string()) }),
} as const satisfies ConsoleCall;

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const exportAudit = {
  method: 'GET',
  path: '/audit/export',
  summary: 'The audit log as a file, the oldest entry first; the export is recorded in it',
  audience: 'audit.read',
  fresh: true,
  query: z.object({ ...filters, format: z.enum(EXPORT_FORMATS).default('csv'), reason: reasonSchema }),
  /** Lines of text. */
  reply: z.string(),
} as const satisfies ConsoleCall;
