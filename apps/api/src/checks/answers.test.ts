import { makeBuiltPage } from '@laurel/support/built-page';
import { useTestApi } from '@laurel/support/hooks';
import { afterAll, describe, expect, it } from 'vitest';
import { type Answer, type Ask, checkAnswers } from './answers.ts';

const built = makeBuiltPage();
const api = useTestApi({ WEB_DIR: built.dir });
afterAll(() => built.remove());
const running: Ask = async (path, body) => {
  const { statusCode, body: text } = await api.app.inject(
    body === undefined ? { url: path } : { url: path, method: 'POST', payload: body },
  );
  return { status: statusCode, text };
};
/** A copy that answers one path otherwise. */
const except =
  (at: string, answer: (right: Answer) => Answer | Promise<Answer>): Ask =>
  async (path, body) =>
    path === at ? answer(await running(path, body)) : running(path, body);

const PATHS = ['/', '/api/edition', '/api/vote/statistics', '/api/users/login', '/api/vote'];

describe('a new copy of the app', () => {
  it('gives the answers that visitors need first, and the same as another copy', async () => {
    expect(await checkAnswers(running, running)).toMatchObject({ ok: true });
  });

  // This test failed: the health check alone decided, and a version that served only /readyz replaced the good one.
  it.each(PATHS)('that answers %s with an error, nothing or nonsense is found out', async (path) => {
    const wrong: ((right: Answer) => Answer | Promise<Answer>)[] = [
      () => ({ status: 500, text: '{"success":false,"code":"server.error"}' }),
      () => ({ status: 200, text: 'ok' }),
      () => Promise.reject(new Error('refused')),
    ];
    for (const answer of wrong) {
      const finding = await checkAnswers(except(path, answer));
      expect(finding).toMatchObject({ ok: false, detail: expect.stringContaining(`(${path})`) });
    }
  });

  it('that serves another edition than the old copy is found out', async () => {
    const renamed = except('/api/edition', ({ status, text }) => ({
      status,
      text: text.replace('"tag":"', '"tag":"x'),
    }));
    expect(await checkAnswers(renamed, running, 1)).toMatchObject({
      ok: false,
      detail: 'the edition (/api/edition) is not what the other copy answers',
    });
  });

  it('may replace one that does not answer any more, or that learns of a change a little later', async () => {
    const silent: Ask = () => Promise.reject(new Error('refused'));
    expect(await checkAnswers(running, silent, 1)).toMatchObject({ ok: true });
    let times = 0;
    const late = except('/api/vote/statistics', (right) => {
      times += 1;
      return times < 3 ? { status: 200, text: '[]' } : right;
    });
    expect(await checkAnswers(running, late, 1)).toMatchObject({ ok: true });
  });
});
