// @vitest-environment happy-dom
import type { readPhases } from '@laurel/contracts/console/calls/phases';
import { describe, expect, it } from 'vitest';
import type { CallAnswer } from '../../lib/call.ts';
import { page, person, startScreen } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { refusal } from '../../testing/fake-api.ts';
import { resultsOf } from '../../testing/night.ts';

type Phases = CallAnswer<typeof readPhases>;

const NUMBERS = { votesLastHour: 4207, unfinished: 1, countedAt: '2026-11-24T19:00:00.000Z' };
const TIMES = { opens: '2026-11-01T08:00:00.000Z', closes: '2026-11-24T22:00:00.000Z', announced: null };
const PHASES: Phases = {
  now: '2026-11-24T19:42:00.000Z',
  phase: 'open',
  timeZone: 'Europe/Kyiv',
  times: TIMES,
  inFiles: { ...TIMES, closes: '2026-11-24T20:00:00.000Z' },
  moved: { closes: TIMES.closes },
  approvals: 1,
  history: [
    {
      at: '2026-11-20T10:00:00.000Z',
      actor: 'Olena (console)',
      action: 'phase.set',
      reason: 'Two hours more after the outage',
      before: { ...TIMES, closes: '2026-11-24T20:00:00.000Z' },
      after: TIMES,
    },
  ],
  proposals: [],
  log: null,
};
const CLOSED = { ...TIMES, closes: '2026-11-24T19:42:10.000Z' };
const PLAN = {
  before: TIMES,
  after: CLOSED,
  phaseBefore: 'open',
  phaseAfter: 'closed',
  reopens: false,
  needsSecondPerson: false,
  numbers: NUMBERS,
} as const;
const PROPOSAL: Phases['proposals'][number] = {
  id: 7,
  move: { closes: 'now', clear: false },
  state: 'proposed',
  reason: 'A flaw, see minutes 14',
  proposedBy: 'Taras (console)',
  proposedAt: '2026-11-24T19:30:00.000Z',
  expiresAt: '2026-11-25T19:30:00.000Z',
  decidedBy: null,
  decidedAt: null,
  numbers: NUMBERS,
  plan: { ...PLAN, needsSecondPerson: true },
  mayDecide: true,
};
const moved = (proposal: number | null = null) => ({
  body: { success: true, data: { done: proposal === null, proposal, phase: 'closed' } },
});
const previewed = (plan: object) => ({ body: { success: true, data: plan } });

const {
  answers,
  refresh,
  sentTo,
  open: openScreen,
} = startScreen('/phases', () => ({
  'GET /me': { body: meOf('organiser') },
  'GET /phases': { body: PHASES },
  'GET /results': { body: resultsOf({ final: true }) },
  'POST /phases/preview': previewed(PLAN),
  'POST /phases/move': moved(),
  'POST /phases/close-now': moved(),
}));

const open = async (language: 'en' | 'uk' = 'en') => {
  await openScreen({ language });
  await page.heading(language === 'en' ? 'Times' : 'Дати');
};

const points = (): string[] =>
  [...document.querySelectorAll('ol > li')].map(({ textContent }) => (textContent ?? '').replace(/\s+/g, ' '));

describe('the phases', () => {
  it('stand on a line with now, in the time zone of the award, with what was moved', async () => {
    await open();
    expect(points()).toEqual([
      expect.stringMatching(/^Voting opens1 November 2026 at 10:00/),
      expect.stringMatching(/^Now24 November 2026 at 21:42/),
      expect.stringMatching(/^Voting closes25 November 2026 at 00:00.*moved in the edition: 24 Nov, 22:00$/),
      expect.stringMatching(/^Winners are announced *not set$/),
    ]);
    expect(page.has(/All times are in the award’s time zone, Europe\/Kyiv/)).toBe(true);
    expect(page.has('Two hours more after the outage')).toBe(true);
  });

  it('have the times of nominating only where people nominate, to see and to move', async () => {
    const times = {
      nominatingOpens: '2026-10-01T08:00:00.000Z',
      nominatingCloses: '2026-10-20T08:00:00.000Z',
      ...TIMES,
    };
    answers['GET /phases'] = { body: { ...PHASES, times, inFiles: times } };
    await open();
    expect(points().slice(0, 3)).toEqual([
      expect.stringMatching(/^Nominating opens1 October 2026 at 11:00/),
      expect.stringMatching(/^Nominating closes20 October 2026 at 11:00/),
      expect.stringMatching(/^Voting opens/),
    ]);
    await person.press('Move times');
    await page.find('Change a time to see what that does.');
    expect(page.field('Nominating closes').value).toBe('2026-10-20T11:00');
  });

  it('are moved in the zone of the award, after a preview in numbers, with a reason', async () => {
    await open();
    await person.press('Move times');
    expect(await page.find('Change a time to see what that does.')).toBeTruthy();
    expect(page.field('Voting closes').value).toBe('2026-11-25T00:00');
    expect(page.has('Nominating closes')).toBe(false);
    expect(page.field('Winners are announced').value).toBe('');
    await person.fill('Voting closes', '2026-11-25T02:00');
    await page.find('4,207');
    expect(page.has('votes in the last hour')).toBe(true);
    expect(page.has('person signed up in the last 24 hours and can’t vote yet')).toBe(true);
    await person.press('Move');
    expect(await page.find('Say why in at least 3 characters')).toBeTruthy();
    await person.explain('An hour more', 'Move');
    expect(await page.find('The times are moved')).toBeTruthy();
    expect(sentTo('POST /phases/move')).toEqual([
      {
        move: { clear: false, closes: '2026-11-25T00:00:00.000Z' },
        reason: 'An hour more',
        expected: { closes: TIMES.closes, inFiles: PHASES.inFiles },
      },
    ]);
  });

  it('close an hour later with one button', async () => {
    await open();
    await person.press('Move times');
    await person.press('+1 hour for the end of voting');
    expect(page.field('Voting closes').value).toBe('2026-11-25T01:00');
    await person.press('+1 hour for the end of voting');
    await page.find('4,207');
    await person.explain('Two hours more', 'Move');
    await expect
      .poll(() => sentTo('POST /phases/move'))
      .toMatchObject([{ move: { clear: false, closes: '2026-11-25T00:00:00.000Z' } }]);
  });

  it('are not moved if that is not possible, and the dialog says why', async () => {
    answers['POST /phases/preview'] = refusal(409, 'console.times_refused', { field: 'move', rule: 'past' });
    await open();
    await person.press('Move times');
    await person.fill('Voting closes', '2026-11-24T10:00');
    expect(await page.alert()).toMatch(/^Voting would have ended in the past/);
    await person.explain('An hour less', 'Move');
    expect(sentTo('POST /phases/move')).toEqual([]);
  });

  it('go back to the times of the edition', async () => {
    await open();
    await person.press('Move times');
    await person.press('Back to the edition’s times');
    expect(page.field('Voting closes').value).toBe('2026-11-24T22:00');
    await page.find('4,207');
    await person.explain('Back to the plan', 'Move');
    await expect.poll(() => page.dialog()).toBeNull();
    expect(sentTo('POST /phases/move')).toMatchObject([{ move: { clear: true } }]);
  });

  it('are closed at once, after the dialog said what that does', async () => {
    await open();
    await person.press('Close voting now');
    expect(await page.find('Voting closes at once: no vote is accepted any more.')).toBeTruthy();
    await person.explain('A flaw, see minutes 14', 'Close voting');
    expect(await page.find('Voting is closed')).toBeTruthy();
    expect(sentTo('POST /phases/close-now')).toEqual([
      { reason: 'A flaw, see minutes 14', expected: { closes: TIMES.closes, inFiles: PHASES.inFiles } },
    ]);
  });

  const CLOSES = 'Voting closes at once: no vote is accepted any more.';
  const HIDDEN = 'The winners are no longer public. What people have seen can’t be taken back.';
  const AGAIN = 'Voting was over. People can vote again at once.';
  const LATER = 'Voting was over. People can vote again once voting opens.';
  it.each([
    ['announced', 'closed', [HIDDEN]],
    ['announced', 'open', [HIDDEN, AGAIN]],
    ['announced', 'scheduled', [HIDDEN, LATER]],
    ['closed', 'open', [AGAIN]],
    ['closed', 'scheduled', [LATER]],
    ['open', 'closed', [CLOSES]],
    ['open', 'scheduled', ['Nobody can vote any more until voting opens.']],
    ['closed', 'announced', ['The winners and all results become public at once.']],
  ] as const)('show what a move from %s to %s does at once', async (phaseBefore, phaseAfter, expected) => {
    const reopens = ['announced', 'closed'].includes(phaseBefore) && ['open', 'scheduled'].includes(phaseAfter);
    answers['POST /phases/preview'] = previewed({ ...PLAN, phaseBefore, phaseAfter, reopens });
    await open();
    await person.press('Move times');
    await person.fill('Voting closes', '2026-11-25T02:00');
    await page.find(expected[0]);
    const effects = [HIDDEN, AGAIN, LATER, CLOSES, ...expected].filter((text) => page.has(text));
    expect(new Set(effects)).toEqual(new Set(expected));
  });

  it('offer the announcement only once voting is closed', async () => {
    await open();
    expect(page.button('Announce the winners')).toBeNull();
    answers['GET /phases'] = { body: { ...PHASES, phase: 'closed' } };
    await refresh();
    await expect.poll(() => page.button('Announce the winners')).not.toBeNull();
    expect(page.button('Close voting now')).toBeNull();
  });

  it('are only proposed if two people must agree', async () => {
    answers['POST /phases/preview'] = previewed({ ...PLAN, needsSecondPerson: true });
    answers['POST /phases/close-now'] = moved(7);
    await open();
    await person.press('Close voting now');
    expect(await page.find(/^Two people must agree to this/)).toBeTruthy();
    await person.explain('A flaw, see minutes 14', 'Propose');
    expect(await page.find('Proposed. Somebody else must approve it')).toBeTruthy();
  });
});

describe('a proposal', () => {
  it('shows what it changes, and is approved or refused by somebody else', async () => {
    answers['GET /phases'] = { body: { ...PHASES, approvals: 2, proposals: [PROPOSAL] } };
    answers['POST /phases/proposals/7/approve'] = moved();
    answers['POST /phases/proposals/7/refuse'] = moved();
    await open();
    expect(page.has('A flaw, see minutes 14')).toBe(true);
    await person.press('Refuse');
    await person.explain('Not tonight', 'Refuse', 'Refuse the move of Taras (console)?');
    expect(await page.find('Refused. Nothing was moved')).toBeTruthy();
    await person.press('Approve');
    await person.explain('As decided', 'Approve', 'Approve the move of Taras (console)?');
    expect(await page.find('Approved, and moved')).toBeTruthy();
    expect(sentTo('POST /phases/proposals/7/approve')).toEqual([{ reason: 'As decided' }]);
  });

  it('has no buttons for the person who made it', async () => {
    answers['GET /phases'] = { body: { ...PHASES, proposals: [{ ...PROPOSAL, mayDecide: false }] } };
    await open();
    expect(page.button('Approve')).toBeNull();
    expect(page.has('You proposed this. Somebody else must decide it.')).toBe(true);
  });

  it('is in the history after it was refused', async () => {
    const refused = { ...PROPOSAL, state: 'refused', plan: null, decidedBy: 'Olena', decidedAt: PROPOSAL.proposedAt };
    answers['GET /phases'] = { body: { ...PHASES, proposals: [refused] } };
    await open();
    expect(page.has('refused')).toBe(true);
    expect(page.has('Decided by Olena')).toBe(true);
    expect(page.button('Approve')).toBeNull();
  });
});

describe('the screen', () => {
  it('has no buttons for changes if an auditor opens it', async () => {
    answers['GET /me'] = { body: meOf('auditor') };
    answers['GET /phases'] = { body: { ...PHASES, proposals: [PROPOSAL] } };
    await open();
    expect(page.button(/Move|Close|Approve|Refuse/)).toBeNull();
  });

  it('says that nothing was moved yet, and keeps the times while they can’t be loaded again', async () => {
    answers['GET /phases'] = { body: { ...PHASES, history: [] } };
    await open();
    expect(page.has('Nobody has moved anything yet')).toBe(true);
    answers['GET /phases'] = refusal(503, 'server.unavailable');
    await refresh();
    expect(await page.alert()).toMatch(/^The server is busy or has no database right now/);
    // The last times stay.
    expect(points()).toHaveLength(4);
  });

  it('is shown in Ukrainian', async () => {
    await open('uk');
    await person.press('Завершити голосування');
    expect(await page.find('голосів за останню годину')).toBeTruthy();
    expect(page.has('людина зареєструвалася за останні 24 години, але ще не може голосувати')).toBe(true);
  });
});
