import { vi } from 'vitest';
import { setRequestContext } from '../lib/request-context.ts';

/** The response of a path: a status and a body, or a network error. */
export type FakeAnswer = { readonly status?: number; readonly body: unknown } | 'no answer';

/** A request that the page made. */
export type FakeRequest = {
  readonly path: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
};

/**
 * Stubs fetch with `answers`, keyed by "METHOD /path". A test may change them at any time. Any other path returns 404.
 */
export const stubApi = (
  answers: Record<string, FakeAnswer | (() => FakeAnswer | Promise<FakeAnswer>)>,
  token?: () => string | undefined,
) => {
  const requests: FakeRequest[] = [];
  const refuseToken = vi.fn();
  setRequestContext({
    token: token ?? (() => undefined),
    refuseToken,
    language: () => 'en',
    ipLookupUrl: '/api/client-ip',
  });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', headers, body } = init;
    const short = path.replace(/^\/api/, '');
    requests.push({
      path: short,
      method,
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    });
    const given = answers[`${method} ${short}`] ?? { status: 404, body: {} };
    const answer = typeof given === 'function' ? await given() : given;
    if (answer === 'no answer') throw new TypeError('Failed to fetch');
    return Response.json(answer.body, { status: answer.status ?? 200 });
  });
  const times = (path: string): number => requests.filter((each) => each.path === path).length;
  return { requests, answers, refuseToken, times };
};
