import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anything, expectTaken } from '../test/outcome.ts';
import { inboxMessageSchema } from './dev-inbox.ts';
import * as records from './records.ts';
import { SOCIAL_VERIFICATION_TYPES, VERIFICATION_STATUSES, VERIFICATION_TYPES } from './verification.ts';

const { chatMessageSchema, resultSchema, statisticsMessageSchema, verificationLogSchema, verificationSchema } = records;
const AT = '2025-11-20T18:30:00.000Z';

describe('verifications', () => {
  it('AP-16 the types on the wire are PHONE, INSTAGRAM_SUBSCRIPTION and TELEGRAM_SUBSCRIPTION', () => {
    expect(VERIFICATION_TYPES).toEqual(['PHONE', 'INSTAGRAM_SUBSCRIPTION', 'TELEGRAM_SUBSCRIPTION']);
    expect(SOCIAL_VERIFICATION_TYPES).toEqual(['INSTAGRAM_SUBSCRIPTION', 'TELEGRAM_SUBSCRIPTION']);
    for (const type of VERIFICATION_TYPES) expectTaken(verificationSchema, { type, verified: true });
    fc.assert(
      fc.property(fc.string(), (type) => {
        const known = VERIFICATION_TYPES.some((each) => each === type);
        expect(verificationSchema.safeParse({ type, verified: false }).success).toBe(known);
      }),
    );
    expect(records.socialTypeSchema.safeParse('PHONE').success).toBe(false);
  });

  it('SO-08 the statuses are NOT_VERIFIED, VERIFIED, RETRY and IN_PROGRESS, in logs and on the socket', () => {
    expect(VERIFICATION_STATUSES).toEqual(['NOT_VERIFIED', 'VERIFIED', 'RETRY', 'IN_PROGRESS']);
    for (const verificationStatus of VERIFICATION_STATUSES) {
      expectTaken(verificationLogSchema, { verificationStatus, createdAt: AT });
      expectTaken(chatMessageSchema, { verificationStatus });
    }
    for (const verificationStatus of ['verified', 'DONE', '', null, 1]) {
      expect(verificationLogSchema.safeParse({ verificationStatus, createdAt: AT }).success).toBe(false);
      expect(chatMessageSchema.safeParse({ verificationStatus }).success).toBe(false);
    }
  });
});

describe('statistics', () => {
  it('a share is from 0 to 100 percent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) =>
        expectTaken(resultSchema, { company: 'orbit-crew', percentage: hundredths / 100 }),
      ),
    );
    for (const percentage of [-0.01, 100.01, Number.NaN, Number.POSITIVE_INFINITY, '50', null])
      expect(resultSchema.safeParse({ company: 'orbit-crew', percentage }).success).toBe(false);
  });

  it('a push is a list of categories', () => {
    const results = [{ company: 'orbit-crew', percentage: 41.07 }];
    expectTaken(statisticsMessageSchema, [{ nomination: 'best-partner', niche: 'crypto', results }]);
    expectTaken(statisticsMessageSchema, []);
    expect(statisticsMessageSchema.safeParse([{ nomination: 'best-partner', results }]).success).toBe(false);
  });
});

describe('records', () => {
  it('a message of the development inbox is a mail or an SMS', () => {
    const sms = { id: '1', channel: 'sms', to: '+380671234567', text: 'Code 123456', createdAt: AT };
    expectTaken(inboxMessageSchema, sms);
    expectTaken(inboxMessageSchema, { ...sms, channel: 'email', to: 'ada@example.org', subject: 'Your code' });
    expect(inboxMessageSchema.safeParse({ ...sms, channel: 'fax' }).success).toBe(false);
  });

  it('nothing makes a record throw', () => {
    const { DELIVERY_STATES: _states, ...schemas } = records;
    fc.assert(
      fc.property(anything, (input) => {
        for (const schema of [...Object.values(schemas), inboxMessageSchema])
          expect(typeof schema.safeParse(input).success).toBe('boolean');
      }),
      { numRuns: 300 },
    );
  });
});
