import { describe, expect, it } from 'vitest';
import { FIELD_MESSAGES } from './field-messages.ts';
import { namedSelectionSchema, SELECTED_IDS_MAX } from './selection.ts';

const MANY = 1_000;
const ID = '00000000-0000-4000-8000-000000000000';
const EXAMPLES = {
  networks: '203.0.113.0/24',
  numbers: '+38067',
  timeZones: 'Europe/Kyiv',
  userAgents: 'Chrome',
  mailDomains: 'example.org',
  nominees: 'best/crypto/one',
  categories: 'best/crypto',
};
const messagesOf = (selection: unknown): string[] | undefined =>
  namedSelectionSchema.safeParse(selection).error?.issues.map(({ message }) => message);

describe('a selection', () => {
  // Known to fail with zod's own message, which has no translation.
  it.each(Object.entries(EXAMPLES))(
    'has at most 1,000 %s, and says so in a message that is translated',
    (key, value) => {
      expect(messagesOf({ [key]: Array(MANY).fill(value) })).toBeUndefined();
      expect(messagesOf({ [key]: Array(MANY + 1).fill(value) })).toEqual([FIELD_MESSAGES.selectionValuesMany]);
    },
  );

  it.each(['accounts', 'voters'])('has at most 100,000 %s', (key) => {
    expect(messagesOf({ [key]: Array(MANY + 1).fill(ID) })).toBeUndefined();
    expect(messagesOf({ [key]: Array(SELECTED_IDS_MAX + 1).fill(ID) })).toEqual([FIELD_MESSAGES.selectionIdsMany]);
  });
});
