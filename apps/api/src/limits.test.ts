import { expect, it } from 'vitest';
import * as limits from './limits.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

it('has the lifetimes and counts of the identity rules', () => {
  expect({ ...limits }).toEqual({
    MAX_SKEW_MS: 1_000,
    SMS_PER_HOUR: 2,
    SMS_PER_DAY: 3,
    SMS_PER_NUMBER_DAY: 9,
    EMAIL_CODE_TTL_MS: 30 * MINUTE,
    REQUEST_KEY_TTL_MS: 30 * MINUTE,
    TWO_FACTOR_FRESH_MS: 15 * MINUTE,
    CODE_TRIES: 5,
    CLAIM_HOLD_MS: DAY,
    CLAIM_REST_MS: 30 * DAY,
    TOKEN_TTL_MS: 30 * DAY,
    DEVICE_TTL_MS: 90 * DAY,
    TWO_FACTOR_SETUP_TTL_MS: 30 * DAY,
    PROOF_TTL_MS: 5 * MINUTE,
    CLIENT_HINTS_TTL_MS: 90 * DAY,
    BACKUP_CODES: 10,
    INSTAGRAM_SUBMISSIONS_PER_DAY: 5,
    SIGNED_IN_PER_MINUTE: 600,
    MAILS_A_MINUTE: 200,
    BATCH_DELAY_MS: 6_000,
    BATCH_MS: 4_000,
    LAST_VOTE_MS: 12_000,
  });
});
