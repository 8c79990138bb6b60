// @vitest-environment happy-dom
import type { MovePreview, readPhases } from '@laurel/contracts/console/calls/phases';
import { describe, expect, it } from 'vitest';
import type { CallAnswer } from '../../lib/call.ts';
import { page, person, startScreen } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { resultsOf } from '../../testing/night.ts';

const TIMES = { opens: '2026-11-01T08:00:00.000Z', closes: '2026-11-24T18:00:00.000Z', announced: null };
const PHASES: CallAnswer<typeof readPhases> = {
  now: '2026-11-24T19:42:00.000Z',
  phase: 'closed',
  timeZone: 'Europe/Kyiv',
  times: TIMES,
  inFiles: TIMES,
  moved: {},
  approvals: 1,
  history: [],
  proposals: [],
  log: null,
};
const PLAN: MovePreview = {
  before: TIMES,
  after: { ...TIMES, announced: '2026-11-24T19:42:10.000Z' },
  phaseBefore: 'closed',
  phaseAfter: 'announced',
  reopens: false,
  needsSecondPerson: false,
  numbers: { votesLastHour: 4207, unfinished: 1, countedAt: '2026-11-24T19:00:00.000Z' },
};

const { answers, open } = startScreen('/phases', () => ({}));

describe('the winners are announced', () => {
  const announcing = async (
    results: Parameters<typeof resultsOf>[0] = {},
    waiting = {},
    log: CallAnswer<typeof readPhases>['log'] = null,
  ) => {
    const me = meOf('organiser');
    answers['GET /me'] = {
      body: { ...me, waiting: { ...me.waiting, reviews: 14, objections: 2, exclusions: 0, ...waiting } },
    };
    answers['GET /phases'] = { body: { ...PHASES, log } };
    answers['GET /results'] = { body: resultsOf({ phase: 'closed', final: true, ...results }) };
    answers['POST /phases/preview'] = { body: { success: true, data: PLAN } };
    await open();
    await person.press('Announce the winners');
    await page.find('The winners and all results become public at once.');
  };

  it('after the dialog showed the winners, ties with a link, and what may still change them', async () => {
    await announcing();
    expect(await page.find('Best Partner: Crypto')).toBeTruthy();
    expect(page.has('no votes')).toBe(true);
    expect(page.has(/^1 category has a tie for the first place/)).toBe(true);
    for (const [link, address] of [
      ['tie: Orbit Crew and Quiet Harbor', '/results?find=Best+Partner%3A+Crypto'],
      ['2 objections wait for an answer', '/exclusions?waits=answer'],
      ['14 Instagram names wait for a decision', '/reviews'],
    ]) {
      expect(page.addressOf(link ?? ''), link).toBe(address);
    }
    expect(page.has('votes in the last hour')).toBe(false);
  });

  it.each([
    [null, 'This award has no public log.'],
    [{ stopped: true }, /^The public log has stopped/],
    [{ votes: 108 }, '2 votes are not in the public log yet. Wait a moment.'],
    [{ witnesses: 3, agree: 2 }, 'The public log is complete: 110 votes. 2 of 3 witnesses have signed it.'],
    [{ witnesses: 3, agree: 3 }, 'The public log is complete: 110 votes. All 3 witnesses have signed it.'],
    [{}, 'The public log is complete: 110 votes. It has no witnesses.'],
  ])('after the dialog said how far the public log is: %j', async (log, said) => {
    await announcing({}, {}, log && { votes: 110, stopped: false, witnesses: 0, agree: 0, ...log });
    expect(await page.find(said)).toBeTruthy();
  });

  it.each([
    ['joint', null, 'tie: Orbit Crew and Quiet Harbor', /are announced as joint winners/],
    [
      'draw',
      'quiet-harbor',
      'by a draw; equal votes: Orbit Crew and Quiet Harbor',
      /a draw decides. Anybody can repeat it/,
    ],
    ['waits', null, 'tie: Orbit Crew and Quiet Harbor', /waits until the public log has every vote/],
    ['noLog', null, 'tie: Orbit Crew and Quiet Harbor', /there is no public log to draw from/],
  ] as const)('after the dialog showed the rule that ends a tie: %s', async (ties, drawn, words, rule) => {
    const categories = resultsOf().categories.map((each, at) => (at === 0 ? { ...each, drawn } : each));
    await announcing({ ties, categories });
    expect(await page.find(words)).toBeTruthy();
    expect(page.has(rule)).toBe(true);
    expect(page.has('Quiet Harbor')).toBe(drawn !== null);
  });

  it('without a winner in the dialog while an embargo hides them', async () => {
    const { categories } = resultsOf();
    const hidden = categories.map((category) => ({ ...category, nominees: null }));
    await announcing({ embargo: true, categories: hidden }, { reviews: 0, objections: 0 });
    expect(await page.find('The edition hides the winners from the team until they are announced.')).toBeTruthy();
    expect(page.has('Best Partner: Crypto')).toBe(false);
    expect(page.has('No objection, exclusion or Instagram name waits.')).toBe(true);
  });
});
