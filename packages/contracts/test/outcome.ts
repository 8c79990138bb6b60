import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import { FIELD_MESSAGES, isFieldMessageKey } from '../src/messages.ts';

/** A message as the API sends it. */
const wireText = (message: string): string => (isFieldMessageKey(message) ? FIELD_MESSAGES[message] : message);

/** The messages with which a schema rejects an input, in order; none if it accepts the input. */
export const messagesFor = (schema: z.ZodType, input: unknown): string[] =>
  schema.safeParse(input).error?.issues.map((issue) => wireText(issue.message)) ?? [];

/** The same as `path: message`, for objects. */
export const fieldMessagesFor = (schema: z.ZodType, input: unknown): string[] =>
  schema.safeParse(input).error?.issues.map((issue) => `${issue.path.join('.')}: ${wireText(issue.message)}`) ?? [];

export const isValid = (schema: z.ZodType, input: unknown): boolean => schema.safeParse(input).success;

/** The schema accepts the input and returns this output. */
export const expectAccepted = (schema: z.ZodType, input: unknown, output: unknown = input): void => {
  expect(schema.safeParse(input)).toEqual({ success: true, data: output });
};

/** The schema rejects each input, or each value of an arbitrary, with this message only. */
export const expectRejected = (
  schema: z.ZodType,
  inputs: readonly unknown[] | fc.Arbitrary<unknown>,
  message: string,
  numRuns = 100,
): void => {
  const check = (input: unknown): void => {
    expect(messagesFor(schema, input), String(input)).toEqual([message]);
  };
  if (inputs instanceof fc.Arbitrary) fc.assert(fc.property(inputs, check), { numRuns });
  else inputs.forEach(check);
};

/** JSON whose length can't be compared with a number: a comparison throws a TypeError. */
const INCOMPARABLE = { length: { valueOf: 1, toString: 1 } };

/** Parsing returns a result for every value and never throws. */
export const expectNeverThrows = (...schemas: readonly z.ZodType[]): void => {
  fc.assert(
    fc.property(anything, (input) => {
      for (const schema of schemas) expect(typeof isValid(schema, input)).toBe('boolean');
    }),
    { numRuns: 300, examples: [[INCOMPARABLE]] },
  );
};

/** The examples that a schema carries for the OpenAPI document. */
export const examplesOf = (schema: z.ZodType): unknown[] => {
  const examples = z.globalRegistry.get(schema)?.examples;
  return Array.isArray(examples) ? examples : [];
};

/** Any value of JavaScript, nested. */
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

/** Any text: plain, of all of Unicode, and with lone surrogates. */
export const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  // The unit 'binary' would first make a table of all characters.
  fc.string({ unit: fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)) }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
);

export const REQUIRED = 'This field is required';

/** The schema never throws and has only known messages. */
export const expectKnownMessages = (schema: z.ZodType, inputs: fc.Arbitrary<unknown>, numRuns = 500): void => {
  const known = Object.values(FIELD_MESSAGES);
  fc.assert(
    fc.property(inputs, (input) => {
      for (const message of messagesFor(schema, input)) expect(known).toContain(message);
    }),
    { numRuns },
  );
};
