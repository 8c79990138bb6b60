import { z } from 'zod';
import { done, success } from '../../envelope.ts';
import { type ConsoleCall, rowIdSchema } from '../call.ts';

const byId = z.object({ id: rowIdSchema });
const expiresAt = z.iso.datetime();

/** The longest life of a preview's address. */
export const PREVIEW_DAYS_MAX = 30;

export const readPreview = {
  method: 'GET',
  path: '/edition/drafts/:id/preview',
  summary: 'Until when the preview of a draft has an address',
  audience: 'edition.draft',
  params: byId,
  reply: z.object({ expiresAt: expiresAt.nullable() }),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const sharePreview = {
  method: 'POST',
  path: '/edition/drafts/:id/preview',
  summary:
    'Make a secret address at which a draft is shown as voters would see it, for some days. It replaces the one before',
  audience: 'edition.draft',
  params: byId,
  body: z.object({ days: z.int().min(1).max(PREVIEW_DAYS_MAX) }),
  /** The address is shown once: the server keeps only its hash. */
  created: true,
  reply: success(z.object({ url: z.url(), expiresAt })),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const endPreview = {
  method: 'POST',
  path: '/edition/drafts/:id/preview/end',
  summary: 'End the preview of a draft: its address leads nowhere from now on',
  audience: 'edition.draft',
  params: byId,
  reply: done,
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;
