import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type ConsoleCall,
  consoleFailureSchema,
  consoleStatusOf,
  failuresOf,
  reasonSchema,
  rowIdSchema,
} from './call.ts';
import { FIELD_MESSAGES } from './field-messages.ts';

const callWith = (own: Partial<ConsoleCall>): ConsoleCall => ({
  method: 'GET',
  path: '/things',
  summary: 'Things',
  audience: 'anyone',
  reply: z.object({}),
  failures: ['console.not_found'],
  ...own,
});

describe('the failures of a call', () => {
  it.each<[string, Partial<ConsoleCall>, readonly string[]]>([
    ['for anyone', {}, []],
    ['that changes something', { method: 'POST' }, ['console.cross_origin']],
    ['for anyone signed in', { audience: 'signed-in' }, ['console.signed_out']],
    ['for some roles', { audience: 'team.read' }, ['console.signed_out', 'console.forbidden']],
    [
      'for some roles that need a passkey',
      { audience: 'team.change', fresh: true },
      ['console.signed_out', 'console.forbidden', 'console.passkey_needed'],
    ],
  ])('%s are its own and those of the guard', (_, own, guard) => {
    expect(failuresOf(callWith(own))).toEqual(['console.not_found', ...guard]);
  });

  it('have the status of their code', () => {
    expect([consoleStatusOf('console.not_found'), consoleStatusOf('console.signed_out')]).toEqual([404, 401]);
  });

  it('have a code, its message and perhaps details', () => {
    const failure = {
      success: false,
      code: 'console.changed',
      codes: ['console.changed'],
      message: 'Changed',
      errors: ['Changed'],
      data: { code: 'x' },
      metadata: { limit: 1 },
    };
    expect(consoleFailureSchema.parse(failure)).toEqual(failure);
    for (const wrong of [
      { success: true },
      { code: 'unknown' },
      { codes: [] },
      { codes: ['unknown'] },
      { errors: [] },
    ]) {
      expect(consoleFailureSchema.safeParse({ ...failure, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
    }
  });
});

describe('a reason', () => {
  const problemOf = (reason: string) => reasonSchema.safeParse(reason).error?.issues.map(({ message }) => message);

  it('is a line of 3 to 500 characters without the spaces around it', () => {
    expect(reasonSchema.parse('  One person, ten accounts  ')).toBe('One person, ten accounts');
    expect([problemOf('abc'), problemOf('x'.repeat(500))]).toEqual([undefined, undefined]);
    expect(problemOf(' ab ')).toEqual([FIELD_MESSAGES.reasonShort]);
    expect(problemOf('x'.repeat(501))).toEqual([FIELD_MESSAGES.reasonLong]);
    expect(problemOf('two\nlines')).toEqual([FIELD_MESSAGES.reasonLine]);
  });

  it('names no person', () => {
    expect(problemOf('Asked by ada@example.org')).toEqual([FIELD_MESSAGES.reasonPersonal]);
  });
});

it('the id of a row is a positive INTEGER of PostgreSQL', () => {
  expect(['1', '2147483647'].map((id) => rowIdSchema.parse(id))).toEqual([1, 2_147_483_647]);
  for (const wrong of ['0', '-1', '1.5', '2147483648', 'x', '']) {
    expect(rowIdSchema.safeParse(wrong).success, wrong).toBe(false);
  }
});
