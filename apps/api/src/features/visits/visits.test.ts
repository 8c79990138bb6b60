import { makeBuiltPage } from '@laurel/support/built-page';
import { useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { firstBallot, newVoter } from '@laurel/support/voters';
import { afterAll, expect, it } from 'vitest';
import { addVisits } from './store.ts';

const built = makeBuiltPage();
afterAll(() => built.remove());
const api = useTestApi({ WEB_DIR: built.dir });
const owner = useOwner(api);
const desk = useTestConsole(api);
const auditor = useMember(desk, 'Olena', 'auditor');

const read = async () => (await auditor.get('/visits')).json().campaigns;

it('views and votes are counted by the campaign of the page’s address, without programs and refused votes', async () => {
  const look = (url: string, agent = 'Mozilla/5.0') => api.app.inject({ url, headers: { 'user-agent': agent } });
  const page = await look('/?utm_campaign=News');
  expect(page.headers['referrer-policy']).toBe('same-origin');
  await look('/?utm_campaign=news', 'Some-bot/2.1');
  await look('/');
  const { nomination, niche, vote: company } = firstBallot(api);
  const nominee = `n/${nomination}/${niche}/${company}`;
  await look(`/${nominee}?lang=uk`);
  const { token } = await newVoter(api);
  const vote = () =>
    api.app.inject({
      method: 'POST',
      url: '/api/vote',
      headers: { authorization: `Bearer ${token}`, referer: 'http://localhost/?utm_campaign=news' },
      payload: firstBallot(api),
    });
  expect([(await vote()).statusCode, (await vote()).statusCode]).toEqual([201, 409]);
  await api.deps.visits.store();
  expect(await read()).toEqual([
    { campaign: 'news', views: 1, registered: 0, logins: 0, votes: 1 },
    { campaign: '', views: 1, registered: 0, logins: 0, votes: 0 },
    { campaign: nominee, views: 1, registered: 0, logins: 0, votes: 0 },
  ]);
});

it('counts of several processes are added, and from the 501st campaign of a day on they are called “other”', async () => {
  const day = new Date('2025-01-02T12:00:00Z');
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ campaign: `c${from + index}`, step: 'views' as const, count: 1 }));
  await addVisits(api.deps.pool, day, rows(0, 500));
  await Promise.all(Array.from({ length: 8 }, () => addVisits(api.deps.pool, day, rows(490, 20))));
  const { rows: stored } = await owner.query(
    `SELECT count(*)::int AS campaigns, sum(count)::int AS views, (SELECT count::int FROM visits WHERE day = '2025-01-02' AND campaign = 'other') AS other
       FROM visits WHERE day = '2025-01-02'`,
  );
  expect(stored).toEqual([{ campaigns: 501, views: 660, other: 80 }]);
});
