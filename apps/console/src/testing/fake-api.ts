import { vi } from 'vitest';

/** The response to a call: a status, a body, the server's time and other headers; or a network error. */
export type FakeAnswer =
  | {
      readonly status?: number;
      readonly body: unknown;
      readonly date?: Date;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | 'no answer';

type StubbedAnswer = FakeAnswer | ((body: unknown) => FakeAnswer | Promise<FakeAnswer>);

/** A request that the console made. */
export type FakeRequest = { readonly call: string; readonly body: unknown };

/** The response to a refused call, as the server sends it. */
export const refusal = (status: number, code: string, metadata?: object): FakeAnswer => ({
  status,
  body: {
    success: false,
    code,
    codes: [code],
    message: code,
    errors: [code],
    ...(metadata === undefined ? {} : { metadata }),
  },
});

export const done: FakeAnswer = { body: { success: true } };

/** Stubs fetch with `answers`, keyed by "METHOD /path". A test may change them at any time. Other calls get a 404. */
export const stubApi = (answers: Record<string, StubbedAnswer>) => {
  const requests: FakeRequest[] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> => {
    const call = `${method} ${path.replace(/^\/api/, '')}`;
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    requests.push({ call, body: sent });
    const given = answers[call] ?? refusal(404, 'request.not_found');
    const answer = typeof given === 'function' ? await given(sent) : given;
    if (answer === 'no answer') throw new TypeError('Failed to fetch');
    const headers = { ...answer.headers, ...(answer.date === undefined ? {} : { date: answer.date.toUTCString() }) };
    return Response.json(answer.body, { status: answer.status ?? 200, headers });
  });
  /** The bodies that were sent to a call. */
  const sentTo = (call: string): unknown[] => requests.filter((each) => each.call === call).map(({ body }) => body);
  return { answers, requests, sentTo };
};
