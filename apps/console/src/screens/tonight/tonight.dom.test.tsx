// @vitest-environment happy-dom
import { FIRST_STEPS } from '@laurel/contracts/console/calls/tonight';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CLUSTERS, clusterOf, hidden, listOf } from '../../testing/clusters.ts';
import { page, person, startScreen } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { answersOf } from '../../testing/exclusions.ts';
import { refusal } from '../../testing/fake-api.ts';
import { tonightOf } from '../../testing/night.ts';
import { nextPhaseTime, partsOf } from './time-left.ts';

const { address, answers, open, refresh } = startScreen('/tonight', () => ({ 'GET /me': { body: meOf('owner') } }));
const answer = (more: Parameters<typeof tonightOf>[0] = {}) => {
  for (const span of ['quarter', 'day', 'all'] as const) {
    answers[`GET /tonight?span=${span}`] = { body: tonightOf({ span, ...more }) };
  }
};

beforeEach(() => {
  // The times left stay as they are, however long a test takes.
  vi.useFakeTimers({ toFake: ['Date'] });
  answer();
});

describe('Tonight', () => {
  it('shows the time left, the votes, and what waits for a decision, with a link to it', async () => {
    await open();
    await page.heading('Votes a minute');
    for (const text of [/^02:01:/, '31,846', 'usual for this hour: 31', '612', 'sockets, 3 processes']) {
      expect(page.has(text), String(text)).toBe(true);
    }
    expect(document.body.textContent).toContain('this hour: 120 of 500, 4 failed, cost €20.90');
    expect(page.links()).toContain('Instagram names wait');
    for (const [link, address] of [
      ['4 failed', '/messages?tab=totals'],
      ['0 failed', '/messages?tab=totals'],
      ['exclusion waits', '/exclusions?waits=decision'],
    ]) {
      expect(page.addressOf(link ?? ''), link).toBe(address);
    }
    expect(page.links()).toContain('Move the closing time');
    expect(page.has('1,072 leave here, the most of all steps')).toBe(true);
  });

  it('says which votes look bought and why, with a link to the group, and under an embargo without the nominee', async () => {
    answers['GET /exclusions/names'] = answersOf({})['GET /exclusions/names'] ?? refusal(404, 'request.not_found');
    answers['GET /clusters'] = { body: listOf(CLUSTERS) };
    await open();
    await page.heading('41 votes for Copperfinch look bought');
    await page.find('Without these 41 votes Quiet Harbor leads.');
    expect(document.body.textContent).toMatch(/38 of 41 people have phone numbers .+ 41 of 41 people voted here/);
    expect(page.addressOf('See why')).toBe('/suspicious/1');
    answers['GET /clusters'] = { body: listOf(hidden(CLUSTERS)) };
    await refresh();
    await page.heading('41 votes look bought');
    expect(document.body.textContent).not.toMatch(/Copperfinch|Quiet Harbor/);
    answers['GET /clusters'] = {
      body: listOf([clusterOf({ state: 'watched' }), clusterOf({ certainty: 'possible' })]),
    };
    await refresh();
    await expect.poll(() => page.has(/look bought/)).toBe(false);
  });

  it('shows the first steps before the first vote, each that is open with its reason and its screen', async () => {
    answer({ votes: { total: 0, perMinute: null, usualPerMinute: null, voters: 0 } });
    const steps = FIRST_STEPS.map((step) => ({ step, done: step !== 'owner' && step !== 'mail' }));
    answers['GET /first-steps'] = { body: { steps } };
    await open();
    await page.find('First steps: 5 of 7 done');
    expect(page.addressOf('Open: A second owner')).toBe('/team');
    expect(page.addressOf('Open: Try a mail')).toBe('/messages');
    expect([page.has(/does not depend on one phone/), page.has(/Set when voting opens/)]).toEqual([true, false]);
  });

  it.each([
    ['en', 'move of the phases waits for a second person', 'objections wait for an answer'],
    ['uk', 'перенесення дат чекає на другу людину', 'заперечення чекають на відповідь'],
  ] as const)(
    'leads to moves that somebody else proposed, and to objections, in %s',
    async (language, move, objections) => {
      const waiting = { reviews: 0, exclusions: 0, objections: 2, messages: 0, phases: 1 };
      answers['GET /me'] = { body: { ...meOf('owner'), waiting } };
      await open({ language });
      await page.find(move);
      expect(page.links()).toEqual(expect.arrayContaining([move, objections]));
    },
  );

  it('counts down by the server’s clock, although the device’s is an hour ahead', async () => {
    const server = Date.now() - 3_600_000;
    const phases = {
      votingOpensAt: null,
      votingClosesAt: new Date(server + 7_290_000).toISOString(),
      winnersAnnouncedAt: null,
    };
    const recordedUntil = new Date(server - 60_000).toISOString();
    const fast = { body: tonightOf({ phases, recordedUntil }), date: new Date(server) };
    answers['GET /tonight?span=day'] = fast;
    await open();
    expect(await page.find(/^02:01:/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('Counted until');
    // Sets the clock of the console right again, for the other tests.
    answers['GET /tonight?span=day'] = { ...fast, date: new Date() };
    await refresh();
    expect(await page.find(/^01:01:/)).toBeTruthy();
  });

  it('has its times in the award’s time zone, and says so, whatever zone the device is in', async () => {
    const phases = { votingOpensAt: null, votingClosesAt: '2099-11-24T22:00:00.000Z', winnersAnnouncedAt: null };
    answer({ phases });
    await open();
    expect(await page.find('25 Nov, 00:00')).toBeTruthy();
    expect(page.has('All times are in the award’s time zone, Europe/Kyiv.')).toBe(true);
  });

  it('shows what the doctor found and what to do, and only counts the checks that are fine', async () => {
    await open();
    expect(await page.find('no backup reads this database')).toBeTruthy();
    expect(page.has('1 check is fine')).toBe(true);
    expect(page.has('all are in place')).toBe(false);
  });

  it('says that there is no closing time only while voting is open', async () => {
    const none = { votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null };
    answer({ phase: 'open', phases: none });
    await open();
    await page.find('Voting is open');
    expect(page.has('no closing time')).toBe(true);
    answer({ phase: 'announced', phases: none });
    await refresh();
    await page.find('Winners are announced');
    expect(page.has('no closing time')).toBe(false);
  });

  it('shows where people came from, and how far each campaign led them', async () => {
    answers['GET /visits?days=30'] = {
      body: { campaigns: [{ campaign: '', views: 1_200, registered: 30, logins: 4, votes: 70 }] },
    };
    await open();
    await page.heading('Where people come from');
    await page.find('No campaign');
    expect(document.body.textContent).toContain('No campaign1,20030470');
  });

  it('keeps the span in the address', async () => {
    await open();
    await page.heading('Votes a minute');
    await person.press('15 minutes', 'radio');
    expect(await page.heading('Votes a minute, the last 15 minutes')).toBeTruthy();
    expect(address()).toBe('/tonight?span=quarter');
    await person.press('24 hours', 'radio');
    expect(await page.heading('Votes a minute, the last 24 hours')).toBeTruthy();
    expect(address()).toBe('/tonight');
  });

  it('ignores a span that it does not have', async () => {
    await open({ at: '/tonight?span=year' });
    expect(await page.heading('Votes a minute, the last 24 hours')).toBeTruthy();
  });

  it('keeps the last numbers, with their time, while the server or its database is away', async () => {
    await open();
    await page.heading('Votes a minute');
    for (const trouble of ['no answer', refusal(503, 'server.unavailable')] as const) {
      answers['GET /tonight?span=day'] = trouble;
      answers['GET /me'] = trouble;
      await refresh();
      expect(page.has('31,846')).toBe(true);
      expect(await page.find(/These numbers are from/)).toBeTruthy();
    }
    answers['GET /me'] = { body: meOf('owner') };
    answer({ votes: { total: 31_950, perMinute: 98, usualPerMinute: null, voters: 4_210 } });
    await refresh();
    expect(await page.find('98')).toBeTruthy();
    expect(page.has('nothing to compare with on the first day')).toBe(true);
    expect(page.has(/These numbers are from/)).toBe(false);
  });

  it('says why there are no numbers, and tries again', async () => {
    answers['GET /tonight?span=day'] = refusal(503, 'server.unavailable');
    await open();
    expect(await page.alert()).toContain('The server is busy or has no database right now');
    answer();
    await person.press('Try again');
    expect(await page.heading('Votes a minute')).toBeTruthy();
  });

  it('says that the newest minutes are not counted yet', async () => {
    answer({ recordedUntil: new Date(Date.now() - 3_600_000).toISOString() });
    await open();
    expect(await page.find(/^Counted until/)).toBeTruthy();
  });

  it('says in Ukrainian that there are no votes and nothing waits', async () => {
    const none = tonightOf().series.votes.map(() => 0);
    answer({
      series: { ...tonightOf().series, votes: none },
      phase: 'closed',
      funnel: { ...tonightOf().funnel, leak: null },
      votes: { total: 0, perMinute: 0, usualPerMinute: null, voters: 0 },
    });
    answers['GET /me'] = {
      body: { ...meOf('auditor'), waiting: { reviews: 0, exclusions: 0, messages: 0, phases: 0 } },
    };
    await open({ language: 'uk' });
    expect(await page.find('Голосів ще немає')).toBeTruthy();
    expect(page.has('Усе спокійно')).toBe(true);
    expect(page.links()).not.toContain('Змінити час завершення');
  });
});

describe('the time left', () => {
  const phases = { votingOpensAt: 'a', votingClosesAt: 'b', winnersAnnouncedAt: 'c' };

  it('is until the next phase', () => {
    expect(nextPhaseTime({ phase: 'scheduled', phases })).toEqual({ what: 'opensIn', at: 'a' });
    const nominating = { nominatingClosesAt: 'n', ...phases };
    expect(nextPhaseTime({ phase: 'nominating', phases: nominating })).toEqual({ what: 'nominatingIn', at: 'n' });
    expect(nextPhaseTime({ phase: 'open', phases })).toEqual({ what: 'closesIn', at: 'b' });
    expect(nextPhaseTime({ phase: 'open', phases: { ...phases, votingClosesAt: null } })).toMatchObject({ at: 'c' });
    expect(nextPhaseTime({ phase: 'closed', phases })).toEqual({ what: 'announcedIn', at: 'c' });
    expect(nextPhaseTime({ phase: 'announced', phases })).toBeUndefined();
  });

  it('ends at zero', () => {
    const at = '2026-11-24T20:00:00.000Z';
    expect(partsOf(at, Date.parse(at) - 90_061_000)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 });
    expect(partsOf(at, Date.parse(at) + 1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });
});
