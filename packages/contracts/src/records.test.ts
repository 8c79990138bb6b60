import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examplesOf, expectAccepted, expectNeverThrows, isValid } from '../test/outcome.ts';
import { inboxMessageSchema } from './dev-inbox.ts';
import * as records from './records.ts';
import { SOCIAL_VERIFICATION_TYPES, VERIFICATION_STATUSES, VERIFICATION_TYPES } from './verification.ts';

const { chatMessageSchema, resultSchema, statisticsMessageSchema, verificationLogSchema, verificationSchema } = records;
const AT = '2025-11-20T18:30:00.000Z';

describe('verifications', () => {
  it('AP-16 have the types PHONE, INSTAGRAM_SUBSCRIPTION and TELEGRAM_SUBSCRIPTION', () => {
    expect(VERIFICATION_TYPES).toEqual(['PHONE', 'INSTAGRAM_SUBSCRIPTION', 'TELEGRAM_SUBSCRIPTION']);
    expect(SOCIAL_VERIFICATION_TYPES).toEqual(['INSTAGRAM_SUBSCRIPTION', 'TELEGRAM_SUBSCRIPTION']);
    for (const type of VERIFICATION_TYPES) expectAccepted(verificationSchema, { type, verified: true });
    fc.assert(
      fc.property(fc.string(), (type) => {
        const known = VERIFICATION_TYPES.some((each) => each === type);
        expect(isValid(verificationSchema, { type, verified: false })).toBe(known);
      }),
    );
    expect(isValid(records.socialTypeSchema, 'PHONE')).toBe(false);
  });

  it('SO-08 have the statuses NOT_VERIFIED, VERIFIED, RETRY and IN_PROGRESS, in logs and on the socket', () => {
    expect(VERIFICATION_STATUSES).toEqual(['NOT_VERIFIED', 'VERIFIED', 'RETRY', 'IN_PROGRESS']);
    for (const verificationStatus of VERIFICATION_STATUSES) {
      expectAccepted(verificationLogSchema, { verificationStatus, createdAt: AT });
      expectAccepted(chatMessageSchema, { verificationStatus });
    }
    for (const verificationStatus of ['verified', 'DONE', '', null, 1]) {
      expect(isValid(verificationLogSchema, { verificationStatus, createdAt: AT })).toBe(false);
      expect(isValid(chatMessageSchema, { verificationStatus })).toBe(false);
    }
  });
});

describe('statistics', () => {
  it('the example of a category is one', () => {
    const example = {
      nomination: 'best-partner',
      niche: 'crypto',
      results: [{ company: 'orbit-crew', percentage: 41.07 }],
    };
    expect(examplesOf(records.statisticsItemSchema)).toEqual([example]);
    expectAccepted(records.statisticsItemSchema, example);
  });

  it('have shares from 0 to 100 percent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) =>
        expectAccepted(resultSchema, { company: 'orbit-crew', percentage: hundredths / 100 }),
      ),
    );
    for (const percentage of [-0.01, 100.01, Number.NaN, Number.POSITIVE_INFINITY, '50', null])
      expect(isValid(resultSchema, { company: 'orbit-crew', percentage })).toBe(false);
  });

  it('are pushed as a list of categories', () => {
    const results = [{ company: 'orbit-crew', percentage: 41.07 }];
    expectAccepted(statisticsMessageSchema, [{ nomination: 'best-partner', niche: 'crypto', results }]);
    expectAccepted(statisticsMessageSchema, []);
    expect(isValid(statisticsMessageSchema, [{ nomination: 'best-partner', results }])).toBe(false);
  });
});

describe('records', () => {
  it('contain mails and text messages of the development inbox', () => {
    const sms = { id: '1', channel: 'sms', to: '+380671234567', text: 'Code 123456', createdAt: AT };
    expectAccepted(inboxMessageSchema, sms);
    expectAccepted(inboxMessageSchema, { ...sms, channel: 'email', to: 'ada@example.org', subject: 'Your code' });
    expect(isValid(inboxMessageSchema, { ...sms, channel: 'fax' })).toBe(false);
  });

  it('never throw', () => {
    const { DELIVERY_STATES: _states, ...schemas } = records;
    expectNeverThrows(...Object.values(schemas), inboxMessageSchema);
  });
});
