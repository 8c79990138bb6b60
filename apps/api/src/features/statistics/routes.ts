import { statistics as statisticsCall, turnout as turnoutCall } from '@laurel/contracts/calls/vote';
import { API_PREFIX } from '../../http/call.ts';
import type { CommonAnswer } from '../../http/common-answer.ts';
import { failureReplies, NOT_MODIFIED } from '../../http/replies.ts';
import type { Statistics } from './service.ts';
import type { TurnoutCount } from './turnout.service.ts';

/** The replies other than 200. */
const OTHER_REPLIES = { ...NOT_MODIFIED, ...failureReplies([404, 429, 503]) };
const STATISTICS_REPLIES = { 200: statisticsCall.reply, ...OTHER_REPLIES };
const TURNOUT_REPLIES = { 200: turnoutCall.reply, ...OTHER_REPLIES };

/** GET /vote/statistics: safe to cache for a second. */
export const statisticsAnswer = ({ fresh, current }: Statistics): CommonAnswer => ({
  url: `${API_PREFIX}${statisticsCall.path}`,
  schema: { summary: statisticsCall.summary, tags: ['vote'], response: STATISTICS_REPLIES },
  cacheControl: 'public, max-age=1',
  fresh,
  current,
});

/** GET /vote/turnout: safe to cache for five seconds. */
export const turnoutAnswer = ({ fresh, current }: TurnoutCount): CommonAnswer => ({
  url: `${API_PREFIX}${turnoutCall.path}`,
  schema: { summary: turnoutCall.summary, tags: ['vote'], response: TURNOUT_REPLIES },
  cacheControl: 'public, max-age=5',
  fresh,
  current,
});
