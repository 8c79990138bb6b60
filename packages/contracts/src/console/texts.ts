import { z } from 'zod';
import { HIDDEN } from '../hidden.ts';
import { FIELD_MESSAGES } from './field-messages.ts';

/** No control character, no half of a surrogate pair, which some types of PostgreSQL refuse, and no hidden character. */
export const PRINTABLE = String.raw`[^\p{Cc}\p{Cs}${HIDDEN}]`;

const LINE = new RegExp(`^${PRINTABLE}*$`, 'u');
const LINES = new RegExp(`^(?:${PRINTABLE}|[\\t\\n\\r])*$`, 'u');

/** A text of one line. */
export const lineField = () => z.string().trim().regex(LINE, FIELD_MESSAGES.reasonLine);

/** A text of several lines. */
export const linesField = () => z.string().trim().regex(LINES, FIELD_MESSAGES.textControl);

/** An email address, or nothing. */
export const optionalMailField = z
  .string()
  .trim()
  .max(254)
  .refine((text) => text === '' || z.email().safeParse(text).success, FIELD_MESSAGES.ownMail)
  .default('');
