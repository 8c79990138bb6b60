import { z } from 'zod';
import { messageKey } from './messages.ts';

const RULE = messageKey('identifierInvalid');

/** The query `?edition=2025`: the year of the current edition or of an archived one. */
export const yearQuery = z.object({
  edition: z.coerce.number(RULE).int(RULE).min(2000, RULE).max(2100, RULE).optional(),
});
