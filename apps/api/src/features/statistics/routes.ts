import { statistics as statisticsCall } from '@laurel/contracts/calls/vote';
import type { ZodType } from 'zod';
import { API_PREFIX } from '../../http/call.ts';
import type { CommonAnswer } from '../../http/common-answer.ts';
import type { Statistics } from './service.ts';

const REPLIES: Record<string, ZodType> = { 200: statisticsCall.reply.schema };

/** GET /vote/statistics: safe to cache for a second. */
export const statisticsAnswer = ({ fresh, current }: Statistics): CommonAnswer => ({
  url: `${API_PREFIX}${statisticsCall.path}`,
  schema: { summary: statisticsCall.summary, tags: ['vote'], response: REPLIES },
  cacheControl: 'public, max-age=1',
  fresh,
  current,
});
