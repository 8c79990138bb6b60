import { isEditionRule } from '@laurel/contracts/console/edition-rules';
import { z } from 'zod';
import { type RuleArguments, type Violation, violation } from './problem.ts';

const violationSchema = z.object({
  rule: z.custom<Violation['rule']>(isEditionRule),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  message: z.string(),
});

/** Encodes a violation as a zod message, the only custom value that zod keeps in every issue. */
export const violationText = <R extends Violation['rule']>(rule: R, ...given: RuleArguments<R>): string =>
  JSON.stringify(violation(rule, ...given));

/** Decodes an issue's message that violationText wrote; any other message becomes the rule 'other'. */
export const violationIn = ({ message }: { readonly message: string }): Violation => {
  try {
    return violationSchema.parse(JSON.parse(message));
  } catch {
    return violation('other', { detail: message });
  }
};

const EXPECTED: Readonly<Record<string, string>> = {
  string: violationText('text'),
  object: violationText('group'),
  array: violationText('list'),
  int: violationText('number'),
  number: violationText('number'),
};

/** Sets the messages of zod's built-in rules; the schema sets all others. */
export const plainRule: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined || issue.input === null) return violationText('required');
  if (issue.code === 'invalid_type') return EXPECTED[issue.expected];
  if (issue.code === 'invalid_value') {
    return violationText('oneOf', {
      values: issue.values.map((value) => (value === '' ? 'empty' : String(value))).join(', '),
    });
  }
  // Only the built-in range of z.int() gets here: the schema sets the messages of its own limits.
  if (issue.code === 'too_big' || issue.code === 'too_small') return violationText('number');
  return undefined;
};
