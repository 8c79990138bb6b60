import { isEditionRule } from '@laurel/contracts/console/edition-rules';
import { z } from 'zod';
import { type Broken, broken, type Given } from './problem.ts';

const brokenSchema = z.object({
  rule: z.custom<Broken['rule']>(isEditionRule),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  message: z.string(),
});

/** A rule as the message of a zod schema, which is the only thing of a schema's own that every issue of zod keeps. */
export const said = <R extends Broken['rule']>(rule: R, ...given: Given<R>): string =>
  JSON.stringify(broken(rule, ...given));

/** The rule of an issue whose message is `said`. */
export const brokenBy = ({ message }: { readonly message: string }): Broken => {
  try {
    return brokenSchema.parse(JSON.parse(message));
  } catch {
    return broken('other', { detail: message });
  }
};

const EXPECTED: Readonly<Record<string, string>> = {
  string: said('text'),
  object: said('group'),
  array: said('list'),
  int: said('number'),
  number: said('number'),
};

/** Words the messages of zod's own rules for organisers; the schema words the others. */
export const plainRule: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined || issue.input === null) return said('required');
  if (issue.code === 'invalid_type') return EXPECTED[issue.expected];
  if (issue.code === 'invalid_value') {
    return said('oneOf', { values: issue.values.map((value) => (value === '' ? 'empty' : String(value))).join(', ') });
  }
  // Of zod's limits only that of its whole numbers comes here: the schema words its own.
  if (issue.code === 'too_big' || issue.code === 'too_small') return said('number');
  return undefined;
};
