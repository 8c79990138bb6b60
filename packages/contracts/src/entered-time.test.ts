import { describe, expect, it } from 'vitest';
import { enteredTime } from './entered-time.ts';

const time = enteredTime('a rule');

describe('a time that a person enters', () => {
  it.each(['2026-12-01T20:00:00+02:00', '2026-12-01T20:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999-15:59'])(
    'can be %s',
    (text) => {
      expect(time.safeParse(text).success).toBe(true);
    },
  );

  // This test fails without the rule: PostgreSQL refused these, which was an error of the server.
  it.each([
    ['no offset', '2026-12-01T20:00:00'],
    ['no such day', '2026-02-30T20:00:00Z'],
    ['year 0', '0000-12-31T23:59:59Z'],
    ['year 0 in UTC', '0001-01-01T01:00:00+02:00'],
    ['an offset of 16 hours', '2026-12-01T20:00:00+16:00'],
    ['an offset of 23 hours', '2026-12-01T20:00:00-23:59'],
  ])('is refused with its rule: %s', (_what, text) => {
    expect(time.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['a rule']);
  });
});
