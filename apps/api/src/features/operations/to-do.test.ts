import { startTestApi, type TestApi } from '@laurel/support/harness';
import { PRODUCTION } from '@laurel/support/production';
import { expect, it, onTestFinished } from 'vitest';

const ready = async (api: TestApi) => {
  const response = await api.app.inject({ url: '/readyz' });
  return { status: response.statusCode, ...response.json() };
};

it('/readyz lists the tasks before going live, none of them as a problem', async () => {
  const api = await startTestApi(PRODUCTION);
  onTestFinished(() => api.close());
  api.clock.advance(3_600_000);
  await expect
    .poll(() => ready(api))
    .toMatchObject({
      toDo: {
        content: expect.stringContaining('nominees are those of the demo edition'),
        backup: expect.stringContaining('no backup reads this database'),
        restore: 'no restore was ever tried',
      },
    });
  // The only problem is the clock, which this test advanced. On a busy machine a check may not end in time.
  await expect.poll(async () => (await ready(api)).problems).toEqual({ clock: 'differs from the database' });
});

it('/readyz lists no tasks in development', async () => {
  const api = await startTestApi();
  onTestFinished(() => api.close());
  // In production, the first request would start the checks of the tasks.
  await ready(api);
  await expect.poll(() => ready(api)).toEqual({ status: 200, ready: true, problems: {} });
});
