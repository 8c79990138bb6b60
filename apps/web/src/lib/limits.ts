/** The numbers of spec §9 that only the page uses. Names end with the unit, except for counts. */
export const API_TIMEOUT_MS = 10_000;
/** A plus and 15 digits. */
export const PHONE_INPUT_MAX = 16;
export const MODAL_AUTO_CLOSE_MS = 4_500;
export const LOADER_HIDE_DELAY_MS = 600;
export const SCROLL_DELAY_MS = 400;
export const HEADER_HIDE_SCROLL_PX = 60;
export const AVATAR_INITIALS = 2;
export const PERCENT_DECIMALS = 2;
export const STATISTICS_CACHE_MS = 60_000;
export const POLL_INTERVAL_MS = 10_000;
export const POLL_STALE_MS = 60_000;
export const QUERY_RETRIES = 3;
export const USER_QUERY_RETRIES = 2;
export const QUERY_RETRY_MAX_DELAY_MS = 30_000;
export const QUERY_CACHE_MS = 300_000;

/** How long a message stays that closes by itself but leaves something to do, milliseconds. */
export const CHOICE_AUTO_CLOSE_MS = 15_000;

/** How long the ballot shows that a vote was counted before it goes on by itself, milliseconds. */
export const BALLOT_PAUSE_MS = 1_600;

/**
 * The percentages are requested again this long after a vote, if no push brought them: the server computes them once a
 * second, so the request right after the vote mostly gets the earlier ones. Milliseconds.
 */
export const VOTE_COUNTED_MS = 2_000;

/**
 * The percentages are requested this long after the first subscription to their changes. By then the page has loaded,
 * and no cache has a response from before the subscription: caches keep it for a second. Milliseconds.
 */
export const STATISTICS_CATCH_UP_MS = 2_000;

/** The results are requested again after this time while the winners are announced and the server still counts, milliseconds. */
export const RESULTS_AWAITED_MS = 5_000;

/** The number of votes and voters is requested again after this time, milliseconds. */
export const TURNOUT_REFRESH_MS = 60_000;

/** After a failed lookup of the browser's address, calls are sent without it for this time, milliseconds. */
export const CLIENT_ADDRESS_PAUSE_MS = 30_000;
