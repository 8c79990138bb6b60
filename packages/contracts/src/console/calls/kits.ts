import { z } from 'zod';
import { done, success } from '../../envelope.ts';
import { tagField } from '../../fields.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../languages.ts';
import { localized } from '../../nominee.ts';
import { byReason, type ConsoleCall } from '../call.ts';
import { optionalMailField } from '../texts.ts';

const ofNominee = z.object({ nomination: tagField, niche: tagField, company: tagField });

export const readKits = {
  method: 'GET',
  path: '/kits',
  summary: 'All nominees, the secret links to their kits, and the corrections that they suggest',
  audience: 'edition.read',
  reply: z.object({
    nominees: z.array(
      ofNominee.extend({
        name: localized,
        award: localized,
        /** Null without a link. */
        madeAt: z.iso.datetime().nullable(),
        openedAt: z.iso.datetime().nullable(),
        /** The texts that the nominee suggests, by field: `name.en`, `link`. */
        suggestion: z.record(z.string(), z.string()).nullable(),
      }),
    ),
  }),
} as const satisfies ConsoleCall;

export const linkKit = {
  method: 'POST',
  path: '/kits/:nomination/:niche/:company/link',
  summary:
    'Make the secret link to a nominee’s kit, which replaces the one before; it is also mailed to an address, which is not kept',
  audience: 'kits.send',
  params: ofNominee,
  body: z.object({ email: optionalMailField, language: z.enum(LANGUAGES).default(DEFAULT_LANGUAGE) }),
  /** The link is shown once: the server keeps only its hash. */
  created: true,
  reply: success(z.object({ link: z.url() })),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const revokeKit = {
  method: 'POST',
  path: '/kits/:nomination/:niche/:company/revoke',
  summary: 'Revoke the secret link to a nominee’s kit',
  audience: 'kits.send',
  params: ofNominee,
  body: byReason,
  reply: done,
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const draftKit = {
  method: 'POST',
  path: '/kits/:nomination/:niche/:company/draft',
  summary: 'Make a draft of the newest version with the correction that a nominee suggests. Publishes nothing',
  audience: 'edition.draft',
  params: ofNominee,
  created: true,
  reply: success(z.object({ id: z.number().int() })),
  failures: ['console.not_found', 'console.changed', 'console.upload_refused'],
} as const satisfies ConsoleCall;
