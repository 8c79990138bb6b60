import { afterEach, beforeEach, vi } from 'vitest';
import { cleanUp } from './clean-up.ts';
import { type FakeAnswer, stubApi } from './fake-api.ts';
import { person } from './person.tsx';
import { act } from './render.tsx';

type Answers = Parameters<typeof stubApi>[0];

/** The answer to a call that succeeded. */
export const ok = (data: object, status = 200): FakeAnswer => ({ status, body: { success: true, data } });

/**
 * One step under test: each test begins at `now` with these answers of the server, and after it the step is removed.
 * @param updateMs how long an update takes, milliseconds
 */
export const startStep = (given: () => Answers = () => ({}), now = Date.now(), updateMs = 10) => {
  const answers: Answers = {};
  let api: ReturnType<typeof stubApi>;
  beforeEach(() => {
    vi.useFakeTimers({ now });
    for (const call of Object.keys(answers)) delete answers[call];
    api = stubApi(Object.assign(answers, given()));
  });
  afterEach(cleanUp);
  const pass = (ms = updateMs) => act(() => vi.advanceTimersByTimeAsync(ms));
  return {
    /** A test may change them at any time. */
    answers,
    /** Lets time pass, by default as long as an update takes. */
    pass,
    requests: () => api.requests,
    /** What was sent to a path. */
    bodies: (path: string) => api.requests.filter((each) => each.path === path).map(({ body }) => body),
    times: (path: string) => api.times(path),
    press: async (...which: Parameters<typeof person.press>) => {
      await person.press(...which);
      await pass();
    },
    /** Fills fields by their labels. A code is sent with its last digit. */
    fill: async (fields: Readonly<Record<string, string>>) => {
      for (const [label, value] of Object.entries(fields)) await person.fill(label, value);
      await pass();
    },
  };
};
