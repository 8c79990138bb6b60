import { isEditionRule } from '@laurel/contracts/console/edition-rules';
import { z } from 'zod';
import { type RuleArguments, type Violation, violation } from './problem.ts';

const brokenSchema = z.object({
  rule: z.custom<Violation['rule']>(isEditionRule),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  message: z.string(),
});

/** A rule as the message of a zod schema, which is the only thing of a schema's own that every issue of zod keeps. */
export const violationText = <R extends Violation['rule']>(rule: R, ...given: RuleArguments<R>): string =>
  JSON.stringify(violation(rule, ...given));

/** The rule of an issue whose message is `violationText`. */
export const violationIn = ({ message }: { readonly message: string }): Violation => {
  try {
    return brokenSchema.parse(JSON.parse(message));
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

/** Words the messages of zod's own rules for organisers; the schema words the others. */
export const plainRule: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined || issue.input === null) return violationText('required');
  if (issue.code === 'invalid_type') return EXPECTED[issue.expected];
  if (issue.code === 'invalid_value') {
    return violationText('oneOf', {
      values: issue.values.map((value) => (value === '' ? 'empty' : String(value))).join(', '),
    });
  }
  // Of zod's limits only that of its whole numbers comes here: the schema words its own.
  if (issue.code === 'too_big' || issue.code === 'too_small') return violationText('number');
  return undefined;
};
