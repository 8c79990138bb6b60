import fc from 'fast-check';
import { expect } from 'vitest';
import type { z } from 'zod';

/** What a schema says to an input: the messages in their order, none where it is taken. */
export const messagesFor = (schema: z.ZodType, input: unknown): string[] => {
  const result = schema.safeParse(input);
  return result.success ? [] : result.error.issues.map((issue) => issue.message);
};

/** The same as `path: message` pairs, for objects. */
export const fieldMessagesFor = (schema: z.ZodType, input: unknown): string[] => {
  const result = schema.safeParse(input);
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
};

/** The input is taken, and becomes this. */
export const expectTaken = (schema: z.ZodType, input: unknown, output: unknown = input): void => {
  expect(schema.safeParse(input)).toEqual({ success: true, data: output });
};

/** Every kind of value JavaScript has, nested. */
export const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

/** Any text: plain, of all of Unicode, and of loose code units. */
export const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
);

const REQUIRED = 'This field is required';

/** The field wants a text: absent, of another type, empty and blank are told the same, and nothing makes it throw. */
export const expectRequired = (field: z.ZodType): void => {
  for (const input of [undefined, null, '', '   ', '\t\n', 0, 123456, true, [], {}, ['text'], Symbol('text')])
    expect(messagesFor(field, input)[0]).toBe(REQUIRED);
};

/** No input at all makes the schema throw, and whatever it says is one of these. */
export const expectCalm = (schema: z.ZodType, known: readonly string[]): void => {
  fc.assert(
    fc.property(fc.oneof(anything, anyText), (input) => {
      for (const message of messagesFor(schema, input)) expect(known).toContain(message);
    }),
    { numRuns: 500 },
  );
};
