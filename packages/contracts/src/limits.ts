/** The numbers of spec §9 that several programs share. Names end with the unit, except for counts. */
export const NAME_MAX = 100;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 20;
/** The longest password that login reads: one over PASSWORD_MAX is wrong, not invalid. */
export const GIVEN_PASSWORD_MAX = 200;
export const CODE_LENGTH = 6;
export const USERNAME_MAX = 32;
export const TAG_MAX = 80;
export const HANDLE_MAX = 128;
/** The name of a nominee, in an entry and in the edition. */
export const NOMINEE_NAME_MAX = 80;
export const ENTRY_LINK_MAX = 200;
export const ENTRY_WHY_MAX = 300;

export const SMS_COOLDOWN_MS = 120_000;
export const SMS_CODE_TTL_MS = 10 * 60_000;
export const TELEGRAM_LINK_TTL_MS = 1_800_000;
export const BACKUP_CODE_LENGTH = 10;

/** Numbers of the page alone; tests/bench and tests/e2e use them, too. */
export const STOMP_HEARTBEAT_MS = 10_000;
export const STOMP_RECONNECT_MS = 5_000;
export const STOMP_RECONNECT_MAX_MS = 900_000;
export const APP_VERSION = '2.0.0';
