import { edition } from '@laurel/contracts/calls/edition';
import { statistics, turnout } from '@laurel/contracts/calls/vote';
import { ERRORS, type ErrorCode } from '@laurel/contracts/errors';
import type { PageData } from '../app/page-data.ts';

/** The refusal of every call but those for the page's own data. Each form shows its text, and nothing tries again. */
export const REFUSAL = 'limit.exceeded' satisfies ErrorCode;

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Answers a call from the page's data, without sending it. */
export const answerFrom = (
  data: Pick<PageData, 'edition' | 'statistics' | 'turnout'>,
  { method, url }: { method: string; url: string },
): Response => {
  const answers = new Map<string, unknown>([
    [edition.path, { success: true, data: data.edition }],
    [statistics.path, data.statistics],
    [turnout.path, data.turnout],
  ]);
  const path = new URL(url, 'https://preview.invalid').pathname.replace(/^\/api/, '');
  if (method === 'GET' && answers.has(path)) return json(200, answers.get(path));
  const { status, message } = ERRORS[REFUSAL];
  return json(status, { success: false, code: REFUSAL, codes: [REFUSAL], message, errors: [message] });
};
