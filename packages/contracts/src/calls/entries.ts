import { z } from 'zod';
import { done, success } from '../envelope.ts';
import { handleField, tagField } from '../fields.ts';
import { graphemesOf } from '../graphemes.ts';
import { HIDDEN } from '../hidden.ts';
import { ENTRY_LINK_MAX, ENTRY_WHY_MAX, NOMINEE_NAME_MAX } from '../limits.ts';
import { messageKey } from '../messages.ts';
import { type Call, payload } from './call.ts';

/** Plain text in one line: blanks of any kind become one, hidden characters and marks of direction are dropped. */
const line = (rule: 'entryName' | 'entryLink' | 'entryWhy', max: number) =>
  z
    .string({ error: messageKey(rule === 'entryName' ? 'required' : rule) })
    .max(20 * max, { error: messageKey(rule), abort: true })
    .transform((text) => text.normalize('NFC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim())
    .refine((text) => graphemesOf(text).length <= max, { error: messageKey(rule), abort: true });
const UNSEEN = new RegExp(`[${HIDDEN}\\p{Cs}]|(?!\\s)\\p{Cc}`, 'gu');

/** A name with at least two characters, one of them a letter or a digit. */
export const entryNameField = line('entryName', NOMINEE_NAME_MAX).refine(
  (name) => graphemesOf(name).length > 1 && /[\p{L}\p{Nd}]/u.test(name),
  { error: messageKey('entryName') },
);

/** A name with @, or an address of the web with or without its scheme. Nothing becomes null. */
export const entryLinkField = line('entryLink', ENTRY_LINK_MAX)
  .transform((link) => (/^[\p{L}\d-]+(\.[\p{L}\d-]+)+([/?#]|$)/u.test(link) ? `https://${link}` : link))
  .refine((link) => link === '' || /^@[\w.]{2,64}$/.test(link) || WEB_ADDRESS.test(link), {
    error: messageKey('entryLink'),
  })
  .transform((link) => link || null);

/** A web address (RFC 3986) with a host name, and without a user: that would hide the host. */
const WEB_ADDRESS = /^https?:\/\/([\p{L}\d-]+\.)+[\p{L}\d-]{2,}(:\d+)?([/?#]\S*)?$/iu;

/** Why somebody should be nominated. Nothing becomes null. */
export const entryWhyField = line('entryWhy', ENTRY_WHY_MAX).transform((why) => why || null);

const EXAMPLE = {
  id: '0b9e4a52-6c0f-4d0e-9a39-3f6a3f0a6a51',
  nomination: 'best-partner',
  niche: 'crypto',
  name: 'Orbit Crew',
  link: 'https://orbit.example',
  why: 'Pays on time.',
};

/** What a person put forward: the nominee's name and its own words. */
const entrySchema = z
  .object({
    id: z.string(),
    nomination: z.string(),
    niche: z.string(),
    name: z.string(),
    link: z.string().nullable(),
    why: z.string().nullable(),
  })
  .meta({ examples: [EXAMPLE] });
export type Entry = z.infer<typeof entrySchema>;

const ADMITTED = ['entry.not_open', 'auth.required', 'auth.expired'] as const;

export const addEntry = {
  method: 'POST',
  path: '/entries',
  summary: 'Put somebody forward in a category, or change what you put forward',
  auth: true,
  body: payload(
    {
      nomination: tagField,
      niche: tagField,
      name: entryNameField,
      link: entryLinkField.nullish(),
      why: entryWhyField.nullish(),
      /** The entry that this one takes the place of. */
      replaces: handleField.optional(),
    },
    { nomination: 'best-partner', niche: 'crypto', name: 'Orbit Crew' },
  ),
  created: true,
  reply: success(entrySchema).meta({ examples: [{ success: true, data: EXAMPLE }] }),
  failures: [...ADMITTED, 'entry.exists', 'phone.unverified', 'social.unverified', 'request.not_found'],
} as const satisfies Call;

export const myEntries = {
  method: 'GET',
  path: '/entries/mine',
  summary: 'What the signed-in user put forward, in the order in which it was entered',
  auth: true,
  reply: z.array(entrySchema),
  failures: ['auth.required', 'auth.expired'],
} as const satisfies Call;

export const withdrawEntry = {
  method: 'DELETE',
  path: '/entries/:id',
  summary: 'Withdraw an entry of your own',
  auth: true,
  params: z.object({ id: handleField }),
  reply: done,
  failures: [...ADMITTED, 'request.not_found'],
} as const satisfies Call;
