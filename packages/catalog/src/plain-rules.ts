import type { z } from 'zod';

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'must be text; put a number or a word like true in quotes',
  object: 'must be a group of keys',
  array: 'must be a list',
  int: 'must be a whole number',
  number: 'must be a whole number',
};

/**
 * Words the messages of zod's own rules for organisers; the schema words the others.
 */
export const plainRule: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined || issue.input === null) return 'is required';
  if (issue.code === 'invalid_type') return EXPECTED[issue.expected];
  if (issue.code === 'invalid_value') {
    return `must be one of ${issue.values.map((value) => (value === '' ? 'empty' : String(value))).join(', ')}`;
  }
  return undefined;
};
