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
  // This test fails with zod's own message, which has no translation.
  it.each(Object.entries(EXAMPLES))(
    'has at most 1,000 %s, and says so in a message that is translated',
    (key, value) => {
      expect(messagesOf({ [key]: Array(MANY).fill(value) })).toBeUndefined();
      expect(messagesOf({ [key]: Array(MANY + 1).fill(value) })).toEqual([FIELD_MESSAGES.selectionValuesMany]);
    },
  );

  it('needs a criterion, and one value for each', () => {
    expect(messagesOf({})).toEqual([FIELD_MESSAGES.selectionNothing]);
    for (const key of [...Object.keys(EXAMPLES), 'accounts', 'voters']) {
      expect(messagesOf({ [key]: [] }), key).toHaveLength(1);
    }
    expect(messagesOf({ numbers: ['+38067'], cities: ['Kyiv'] })).toEqual(['Unrecognized key: "cities"']);
  });

  it('has times with an offset, of which the end is after the beginning', () => {
    const [from, until] = ['2026-12-01T20:00:00+02:00', '2026-12-01T18:00:01Z'];
    for (const times of [{ from }, { until }, { from, until }]) expect(messagesOf(times)).toBeUndefined();
    for (const times of [
      { from: until, until: from },
      { from, until: from },
    ]) {
      expect(messagesOf(times)).toEqual([FIELD_MESSAGES.selectionWindow]);
    }
    expect(messagesOf({ from: '2026-12-01' })).toEqual([FIELD_MESSAGES.selectionTime]);
  });

  it.each([
    ['networks', '203.0.113.0', FIELD_MESSAGES.selectionNetwork],
    ['numbers', '38067', FIELD_MESSAGES.selectionNumber],
    ['numbers', '+0', FIELD_MESSAGES.selectionNumber],
    ['numbers', 'x+38067', FIELD_MESSAGES.selectionNumber],
    ['numbers', '+380671234', FIELD_MESSAGES.selectionNumber],
    ['timeZones', 'Europe/', FIELD_MESSAGES.selectionTimeZone],
    ['timeZones', '/Kyiv', FIELD_MESSAGES.selectionTimeZone],
    ['userAgents', 'ab', FIELD_MESSAGES.selectionUserAgent],
    ['userAgents', 'Chrome\u0000', FIELD_MESSAGES.selectionUserAgent],
    ['mailDomains', 'example', FIELD_MESSAGES.selectionMailDomain],
    ['mailDomains', 'a@example.org', FIELD_MESSAGES.selectionMailDomain],
    ['mailDomains', 'example.org/', FIELD_MESSAGES.selectionMailDomain],
    ['nominees', 'best/crypto', FIELD_MESSAGES.selectionNominee],
    ['nominees', 'x best/crypto/one', FIELD_MESSAGES.selectionNominee],
    ['nominees', 'best/crypto/one/two', FIELD_MESSAGES.selectionNominee],
    ['categories', 'best', FIELD_MESSAGES.selectionCategory],
    ['categories', '/best/crypto', FIELD_MESSAGES.selectionCategory],
    ['categories', 'best/crypto/one', FIELD_MESSAGES.selectionCategory],
    ['accounts', '7', FIELD_MESSAGES.selectionIds],
  ])('with %s of %j is refused', (key, value, message) => {
    expect(messagesOf({ [key]: [value] })).toEqual([message]);
  });

  it('loses the spaces around a value', () => {
    const numbers = ['+38067'];
    expect(namedSelectionSchema.parse({ numbers: [' +38067 '] })).toEqual({ numbers });
  });

  it.each(['accounts', 'voters'])('has at most 100,000 %s', (key) => {
    expect(messagesOf({ [key]: Array(MANY + 1).fill(ID) })).toBeUndefined();
    expect(messagesOf({ [key]: Array(SELECTED_IDS_MAX + 1).fill(ID) })).toEqual([FIELD_MESSAGES.selectionIdsMany]);
  });
});
