import { expect, it } from 'vitest';
import * as limits from './limits.ts';

it('has the numbers of spec §9', () => {
  expect({ ...limits }).toEqual({
    API_TIMEOUT_MS: 10_000,
    PHONE_INPUT_MAX: 16,
    MODAL_AUTO_CLOSE_MS: 4500,
    LOADER_HIDE_DELAY_MS: 600,
    SCROLL_DELAY_MS: 400,
    HEADER_HIDE_SCROLL_PX: 60,
    AVATAR_INITIALS: 2,
    PERCENT_DECIMALS: 2,
    STATISTICS_CACHE_MS: 60_000,
    POLL_INTERVAL_MS: 10_000,
    POLL_STALE_MS: 60_000,
    QUERY_RETRIES: 3,
    USER_QUERY_RETRIES: 2,
    QUERY_RETRY_MAX_DELAY_MS: 30_000,
    QUERY_CACHE_MS: 300_000,
    // Not in the specification.
    BALLOT_PAUSE_MS: 1_600,
    CHOICE_AUTO_CLOSE_MS: 15_000,
    VOTE_COUNTED_MS: 2_000,
    STATISTICS_CATCH_UP_MS: 2_000,
    RESULTS_AWAITED_MS: 5_000,
    TURNOUT_REFRESH_MS: 60_000,
    CLIENT_ADDRESS_PAUSE_MS: 30_000,
  });
});
