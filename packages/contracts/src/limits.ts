/** The numbers of spec §9 and of the identity rules. Names end with the unit, except for counts. */
export const API_TIMEOUT_MS = 10_000;
export const MODAL_AUTO_CLOSE_MS = 4_500;
export const LOADER_HIDE_DELAY_MS = 600;
export const SCROLL_DELAY_MS = 400;
export const HEADER_HIDE_SCROLL_PX = 60;
export const AVATAR_INITIALS = 2;

export const NAME_MAX = 100;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 20;
/** The longest password that login reads: one over PASSWORD_MAX is wrong, not invalid. */
export const GIVEN_PASSWORD_MAX = 200;
export const CODE_LENGTH = 6;
export const PHONE_INPUT_MAX = 16;
export const PHONE_DIGITS_MIN = 7;
export const PHONE_DIGITS_MAX = 15;
export const USERNAME_MAX = 32;
export const TAG_MAX = 80;
export const HANDLE_MAX = 128;
export const PERCENT_DECIMALS = 2;

export const SMS_COOLDOWN_MS = 120_000;
export const SMS_PER_HOUR = 2;
export const SMS_PER_DAY = 3;
export const EMAIL_CODE_TTL_MS = 30 * 60_000;
export const SMS_CODE_TTL_MS = 10 * 60_000;
export const REQUEST_KEY_TTL_MS = 30 * 60_000;
export const TELEGRAM_LINK_TTL_MS = 1_800_000;
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
export const BACKUP_CODE_LENGTH = 10;
export const INSTAGRAM_SUBMISSIONS_PER_DAY = 5;

export const STATISTICS_CACHE_MS = 60_000;
export const POLL_INTERVAL_MS = 10_000;
export const POLL_STALE_MS = 60_000;
export const QUERY_RETRIES = 3;
export const USER_QUERY_RETRIES = 2;
export const QUERY_RETRY_MAX_DELAY_MS = 30_000;
export const QUERY_CACHE_MS = 300_000;

export const STOMP_HEARTBEAT_MS = 10_000;
export const STOMP_RECONNECT_MS = 5_000;
export const STOMP_RECONNECT_MAX_MS = 900_000;

export const DISPLAY_TIME_ZONE = 'Europe/Kyiv';
export const APP_VERSION = '2.0.0';
