import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { examplesOf, expectAccepted, expectNeverThrows, isValid } from '../test/outcome.ts';
import { done, failureSchema, success } from './envelope.ts';
import { ERROR_CODES, ERRORS } from './errors.ts';
import { FAILURE_DETAILS } from './failure-details.ts';

const AT = '2025-11-20T18:30:00.000Z';

describe('envelope', () => {
  it('the example of a failure is a failure', () => {
    expect(examplesOf(failureSchema)).toHaveLength(1);
    for (const example of examplesOf(failureSchema)) expectAccepted(failureSchema, example);
  });

  it('accepts a failure with a known code, its texts, and any data and metadata', () => {
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
        expectAccepted(failureSchema, failure);
      }),
    );
  });

  it('rejects a failure with an unknown code, an empty list or success', () => {
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
      expect(isValid(failureSchema, { ...failure, ...wrong })).toBe(false);
  });

  it('drops unknown fields of a success', () => {
    const reply = success(z.object({ code: z.string() }));
    expectAccepted(reply, { success: true, message: 'Sent', data: { code: 'x' } });
    expectAccepted(
      reply,
      { success: true, data: { code: 'x', passwordHash: 'y' }, debug: 1 },
      { success: true, data: { code: 'x' } },
    );
    expectAccepted(done, { success: true, data: { token: 'x' } }, { success: true });
  });

  it('never throws', () => expectNeverThrows(failureSchema, done, success(z.array(z.string()))));
});

describe('FAILURE_DETAILS', () => {
  it('has only objects for known codes', () => {
    for (const [code, details] of Object.entries(FAILURE_DETAILS)) {
      expect(ERROR_CODES).toContain(code);
      for (const schema of Object.values<z.ZodType>(details)) expect(isValid(schema, 'text')).toBe(false);
    }
  });

  it('has the missing verifications of a rejected vote', () => {
    const metadata = { phoneVerified: false, socialVerified: true };
    expectAccepted(FAILURE_DETAILS['phone.unverified'].metadata, metadata);
    expectAccepted(FAILURE_DETAILS['social.unverified'].metadata, metadata);
    expect(isValid(FAILURE_DETAILS['phone.unverified'].metadata, { phoneVerified: 'no' })).toBe(false);
  });

  it('has the next allowed time of limits, and the seconds of the cooldown', () => {
    for (const code of ['phone.hourly', 'phone.daily'] as const) {
      expectAccepted(FAILURE_DETAILS[code].metadata, { nextAllowedRequestAtHourly: AT });
      for (const wrong of [{ nextAllowedRequestAtHourly: 1763663400000 }, {}])
        expect(isValid(FAILURE_DETAILS[code].metadata, wrong)).toBe(false);
    }
    expectAccepted(FAILURE_DETAILS['phone.cooldown'].metadata, { retryAfterSeconds: 119 });
  });

  it('says that a limit is the number’s', () => {
    const { metadata: daily } = FAILURE_DETAILS['phone.daily'];
    expectAccepted(daily, { nextAllowedRequestAtHourly: AT, limit: 'number' });
    expect(isValid(daily, { nextAllowedRequestAtHourly: AT, limit: 'account' })).toBe(false);
    expectAccepted(FAILURE_DETAILS['phone.cooldown'].metadata, { retryAfterSeconds: 119, limit: 'number' });
  });

  it('has the request key of the open code of a limit, if there is one', () => {
    for (const code of ['phone.cooldown', 'phone.hourly', 'phone.daily'] as const) {
      expectAccepted(FAILURE_DETAILS[code].data, { code: 'q0Vb3v1xJ8mBq7nZ2bWc4A' });
      expectAccepted(FAILURE_DETAILS[code].data, undefined);
      expect(isValid(FAILURE_DETAILS[code].data, { requestKey: 'key' })).toBe(false);
    }
  });

  it('has a request id for an unverified email, and setup data for a used code', () => {
    expectAccepted(FAILURE_DETAILS['login.email_unverified'].data, { code: 'q0Vb3v1xJ8mBq7nZ2bWc4A' });
    expectAccepted(FAILURE_DETAILS['email_code.used'].data, { requestKey: 'key', qrCode: 'otpauth://totp/x?secret=y' });
    expect(isValid(FAILURE_DETAILS['email_code.used'].data, { requestKey: 'key' })).toBe(false);
  });
});
