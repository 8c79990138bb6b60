import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anything, expectTaken } from '../test/outcome.ts';
import { done, failureSchema, success } from './envelope.ts';
import { ERROR_CODES, ERRORS } from './errors.ts';
import { FAILURE_DETAILS } from './failure-details.ts';

const AT = '2025-11-20T18:30:00.000Z';

describe('envelope', () => {
  it('a failure has a known code, its strings, and whatever data and metadata', () => {
    const details = fc.option(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue()), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom(...ERROR_CODES), details, details, (code, data, metadata) => {
        const { message } = ERRORS[code];
        const failure = {
          success: false,
          code,
          codes: [code],
          message,
          errors: [message],
          ...(data && { data }),
          ...(metadata && { metadata }),
        };
        expectTaken(failureSchema, failure);
      }),
    );
  });

  it('an unknown code, an empty list, a success are no failure', () => {
    const failure = { success: false, code: 'vote.exists', codes: ['vote.exists'], message: 'x', errors: ['x'] };
    for (const wrong of [
      { code: 'vote.lost' },
      { code: 1 },
      { codes: [] },
      { codes: ['vote.lost'] },
      { codes: undefined },
      { errors: [] },
      { errors: 'x' },
      { success: true },
      { message: 1 },
    ])
      expect(failureSchema.safeParse({ ...failure, ...wrong }).success).toBe(false);
  });

  it('a success drops what the contract does not name', () => {
    const reply = success(z.object({ code: z.string() }));
    expectTaken(reply, { success: true, message: 'Sent', data: { code: 'x' } });
    expectTaken(
      reply,
      { success: true, data: { code: 'x', passwordHash: 'y' }, debug: 1 },
      { success: true, data: { code: 'x' } },
    );
    expectTaken(done, { success: true, data: { token: 'x' } }, { success: true });
  });

  it('nothing makes an envelope throw', () => {
    const schemas = [failureSchema, done, success(z.array(z.string()))];
    fc.assert(
      fc.property(anything, (input) => {
        for (const schema of schemas) expect(typeof schema.safeParse(input).success).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});

describe('what a failure carries', () => {
  it('every schema of the table belongs to a code and drops or refuses what is not its own', () => {
    for (const [code, details] of Object.entries(FAILURE_DETAILS)) {
      expect(ERROR_CODES).toContain(code);
      for (const schema of Object.values<z.ZodType>(details)) expect(schema.safeParse('text').success).toBe(false);
    }
  });

  it('a refused vote says what is missing', () => {
    const metadata = { phoneVerified: false, socialVerified: true };
    expectTaken(FAILURE_DETAILS['phone.unverified'].metadata, metadata);
    expectTaken(FAILURE_DETAILS['social.unverified'].metadata, metadata);
    expect(FAILURE_DETAILS['phone.unverified'].metadata.safeParse({ phoneVerified: 'no' }).success).toBe(false);
  });

  it('the limits name the next allowed time as an ISO time, the cooldown its seconds', () => {
    for (const code of ['phone.hourly', 'phone.daily'] as const) {
      expectTaken(FAILURE_DETAILS[code].metadata, { nextAllowedRequestAtHourly: AT });
      expect(FAILURE_DETAILS[code].metadata.safeParse({ nextAllowedRequestAtHourly: 1763663400000 }).success).toBe(
        false,
      );
      expect(FAILURE_DETAILS[code].metadata.safeParse({}).success).toBe(false);
    }
    expectTaken(FAILURE_DETAILS['phone.cooldown'].metadata, { retryAfterSeconds: 119 });
  });

  it('an unverified email carries a request id, a used code new setup data', () => {
    expectTaken(FAILURE_DETAILS['login.email_unverified'].data, { code: 'q0Vb3v1xJ8mBq7nZ2bWc4A' });
    expectTaken(FAILURE_DETAILS['email_code.used'].data, { requestKey: 'key', qrCode: 'otpauth://totp/x?secret=y' });
    expect(FAILURE_DETAILS['email_code.used'].data.safeParse({ requestKey: 'key' }).success).toBe(false);
  });
});
