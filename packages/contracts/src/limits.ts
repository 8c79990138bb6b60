/** The numbers of spec §9 that the page uses, and those that the page and the API share. Names end with the unit, except for counts. */
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
export const SMS_CODE_TTL_MS = 10 * 60_000;
export const TELEGRAM_LINK_TTL_MS = 1_800_000;
export const BACKUP_CODE_LENGTH = 10;

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
