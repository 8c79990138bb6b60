import { z } from 'zod';
import { LANGUAGES } from '../../languages.ts';
import { type ConsoleCall, rowIdSchema } from '../call.ts';
import { VOTER_MAIL_NAMES } from '../voter-mails.ts';

export const previewMail = {
  method: 'GET',
  path: '/edition/drafts/:id/mails/:mail',
  summary:
    'A mail that voters get, as a draft has it, with samples in place of codes and names: a page without scripts',
  audience: 'edition.draft',
  params: z.object({ id: rowIdSchema, mail: z.enum(VOTER_MAIL_NAMES) }),
  query: z.object({ language: z.enum(LANGUAGES) }),
  download: 'text/html; charset=utf-8',
  reply: z.string(),
  failures: ['console.not_found', 'console.upload_refused'],
} as const satisfies ConsoleCall;
