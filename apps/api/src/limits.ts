/** The lifetimes and counts of the identity rules. Names end with the unit, except for counts. */
export const SMS_PER_HOUR = 2;
export const SMS_PER_DAY = 3;
/**
 * From all accounts to one number: more than from one account, so that another account can't use up the owner's limit.
 */
export const SMS_PER_NUMBER_DAY = 9;
export const EMAIL_CODE_TTL_MS = 30 * 60_000;
export const REQUEST_KEY_TTL_MS = 30 * 60_000;
export const CODE_TRIES = 5;
export const CLAIM_HOLD_MS = 24 * 60 * 60_000;
/** A value can't be reserved again within this time after its first reservation. */
export const CLAIM_REST_MS = 30 * 24 * 60 * 60_000;
export const TWO_FACTOR_FRESH_MS = 15 * 60_000;
export const TOKEN_TTL_MS = 30 * 24 * 60 * 60_000;
export const DEVICE_TTL_MS = 90 * 24 * 60 * 60_000;
/** A browser that began the two-factor setup receives the same secret for this long after the last time. */
export const TWO_FACTOR_SETUP_TTL_MS = 30 * 24 * 60 * 60_000;
export const CLIENT_HINTS_TTL_MS = 90 * 24 * 60 * 60_000;
export const PROOF_TTL_MS = 5 * 60_000;
export const BACKUP_CODES = 10;
export const INSTAGRAM_SUBMISSIONS_PER_DAY = 5;
/** Requests of one account, except votes, in each process. A page load of the site makes a few. */
export const SIGNED_IN_PER_MINUTE = 600;

/** Mails that nobody waits for, in a minute: mailbox providers hold back a sender that suddenly sends much more. */
export const MAILS_A_MINUTE = 200;

/** The largest accepted difference between this machine's clock and the database's: the clock decides phases and expiry. */
export const MAX_SKEW_MS = 1_000;

/**
 * The database refuses a batch of votes that arrives later than this after its time: its process has given it up by
 * then.
 */
export const BATCH_DELAY_MS = 6_000;
/** The longest transaction of a batch, without the wait for a standby. */
export const BATCH_MS = 4_000;
/** How long after the end of voting the last vote may be stored: both clocks may differ a second more before that is noticed. */
export const LAST_VOTE_MS = BATCH_DELAY_MS + BATCH_MS + 2 * MAX_SKEW_MS;
