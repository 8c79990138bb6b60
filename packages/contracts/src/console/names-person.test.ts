import { describe, expect, it } from 'vitest';
import { namesPerson } from './names-person.ts';

describe('a reason', () => {
  it.each([
    'wrote from ada@example.org',
    'is @ada on Instagram',
    'called from +380671234567',
    'called from +38 (067) 123-45-67',
    'called from 0671234567.',
    '123456789',
  ])('that names a person is recognised: %s', (text) => {
    expect(namesPerson(text)).toBe(true);
  });

  it.each([
    'lost the phone, ticket 4711',
    'asked on 2026-11-21 23:00, ends 2026-12-01T20:00:00.000Z',
    'duplicate of 7d1f0a52-3a10-4f0c-9a51-446655440000',
    'a vote more than 50 % + 1, see #12345678',
    'прохання учасниці',
  ])('that names no person is accepted: %s', (text) => {
    expect(namesPerson(text)).toBe(false);
  });
});
