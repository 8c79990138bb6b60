// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeConsole, openConsole, page, person } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { differenceOf, draftOf } from '../../testing/edition-drafts.ts';
import { done, refusal, stubApi } from '../../testing/fake-api.ts';
import { requestBody, stubPasskeys } from '../../testing/passkeys.ts';
import { SWITCHED, yearsOf } from '../../testing/years.ts';

const publisher = { id: 3, publishedAt: '2026-11-13T10:00:00.000Z', publishedBy: 'Olena (console)', reason: null };
const counts = { year: 2026, nominations: 2, categories: 3, nominees: 140, images: 1, approvals: 1 };
/** A draft for 2027, which has no version yet. */
const DRAFT = draftOf({
  difference: differenceOf({
    ...{ year: 2027, live: null },
    added: [{ nomination: 'best-duo', niche: 'dating', company: 'new-one' }],
  }),
});
/** What the draft says: voting opened before now, and a text names the year before. */
const FIELDS = {
  ...{ revision: 1, editors: [], id: 7, name: null, publishedAs: null, published: [], nominations: [] },
  ...{ problems: [], problemsTotal: 0, warnings: [] },
  edition: {
    texts: { hero: { title: { en: 'The awards of 2026', uk: 'Премія 2026' } }, footer: { en: 'Since 12026', uk: '' } },
    phases: { votingOpensAt: '2020-11-01T10:00:00+02:00', winnersAnnouncedAt: '2100-12-01T20:00:00+02:00' },
    log: { witnesses: [{ key: 'a', url: 'b' }] },
  },
};
const SUMMARY = {
  ...{ id: 7, year: 2027, source: 'zip', uploadedAt: '2026-11-24T19:00:00.000Z', uploadedBy: 'Olena (console)' },
  ...{ problemsTotal: 2, publishedAs: null, name: null, editable: true, outdated: false, proposedBy: null },
};
const PLAN = { switchAt: '2100-12-01T18:00:00.000Z', switchBy: 'Taras (console)' };

let api: ReturnType<typeof stubApi>;
let shown: Awaited<ReturnType<typeof openConsole>> | undefined;
beforeEach(() => {
  api = stubApi({
    'GET /me': { body: meOf('organiser') },
    'GET /editions': { body: yearsOf() },
    'GET /edition/live': { body: { live: { ...publisher, ...counts }, versions: [], hasMore: false, drafts: [] } },
    'GET /edition/drafts/7': { body: DRAFT },
    'GET /edition/drafts/7/fields': { body: FIELDS },
    'GET /results': refusal(503, 'server.unavailable'),
    'POST /editions/2027/switch': done,
    'POST /editions/2027/cancel': done,
  });
});
afterEach(closeConsole);
const open = async (path = '/edition') => {
  shown = await openConsole(path);
  await page.find('live');
};
const text = () => document.querySelector('main')?.textContent ?? '';

describe('the editions of all years', () => {
  it('are listed with their versions and states, and an archived one leads to its page on the site', async () => {
    await open();
    expect(text()).toMatch(/2027 draft1 version.*2026 live3 versions.*2025 archived3 versions · ended on 10 Jan 2026/);
    expect(page.addressOf('See the page of 2025')).toBe('https://vote.example.org/2025/');
  });

  it('an auditor sees a planned switch, its time and who asked, and can change nothing', async () => {
    api.answers['GET /me'] = { body: meOf('auditor') };
    api.answers['GET /editions'] = { body: yearsOf(PLAN) };
    await open();
    expect(page.has(/^Becomes the live edition on 1 December 2100 at 20:00 \S+, asked by Taras \(console\)$/)).toBe(
      true,
    );
    expect([page.button('Start next year'), page.button('Take back: 2027')]).toEqual([null, null]);
  });

  it('next year’s edition is begun from the newest version, and what is left to do is there after a reload, too', async () => {
    api.answers['GET /editions'] = { body: yearsOf({ versions: 0 }) };
    api.answers['POST /editions/2028'] = refusal(409, 'console.edition_exists');
    api.answers['POST /editions/2027'] = { status: 201, body: { success: true, data: { draft: 7, todo: [] } } };
    await open();
    expect(page.has('Nothing is published yet. Publish its draft first')).toBe(true);
    await person.press('Start next year');
    await page.find('The dates move from 2026 to 2028, to the same day and hour.');
    await person.fill('Why', 'The season is over');
    await person.press('Start');
    expect(await page.alert()).toBe('There is an edition of this year already');
    await person.fill('Year', '20');
    expect(page.has('Use a year from 2000 to 2100')).toBe(true);
    await person.fill('Year', '2027');
    const live = { live: { ...publisher, ...counts }, versions: [], hasMore: false, drafts: [SUMMARY] };
    api.answers['GET /edition/live'] = { body: live };
    await person.press('Start');
    await page.heading('Left to do for 2027');
    expect(api.sentTo('POST /editions/2027')).toEqual([{ from: 2026, reason: 'The season is over' }]);
    await shown?.close();
    await open();
    await page.heading('Left to do for 2027');
    expect(page.has(/^Solve 2 problems of the draft/)).toBe(true);
    expect(text()).toMatch(
      /Voting opens1 November 2020.*has passedVoting closes.?not set Winners are announced1 December 2100/,
    );
    expect(text()).toMatch(
      /Look at 2 texts that still name an earlier year:Top of the page: Large title in English.*in Ukrainian/,
    );
    expect(text()).not.toContain('Line of the footer');
    expect(page.has(/^Ask the witnesses/)).toBe(true);
    await person.press('Open the draft', 'link');
    await page.heading('Draft 7');
    expect(page.has('Left to do for 2027')).toBe(true);
  });

  it('one that was never live is deleted with a reason, unless a switch to it is planned', async () => {
    api.answers['POST /editions/2027/delete'] = done;
    await open();
    await person.press('Delete: 2027');
    await person.fill('Why', 'Begun by mistake');
    await person.pressIn('Delete the edition of 2027?', 'Delete');
    await expect.poll(() => page.dialog()).toBeNull();
    expect(api.sentTo('POST /editions/2027/delete')).toEqual([{ reason: 'Begun by mistake' }]);
    api.answers['GET /editions'] = { body: yearsOf(PLAN) };
    await shown?.refresh();
    await expect.poll(() => page.button('Delete: 2027')).toBeNull();
  });

  it('a draft for next year is published without being live', async () => {
    const published = { id: 4, changed: true, added: 1, withdrawn: 0, restored: 0 };
    api.answers['POST /edition/drafts/7/publish'] = { body: { success: true, data: published } };
    await open('/edition?draft=7');
    await page.find(/^for 2027 · a folder/);
    await person.press('Publish');
    await page.find(/^It is published for 2027 and is not live yet: .* 1 nominee is added\./);
    await person.fill('Why', 'It is complete');
    api.answers['GET /edition/drafts/7'] = { body: { ...DRAFT, publishedAs: 4 } };
    await person.pressIn('Publish draft 7?', 'Publish');
    expect(await page.find('Published for 2027, which is not live yet')).toBeTruthy();
    expect(api.sentTo('POST /edition/drafts/7/publish')).toMatchObject([{ expected: 0 }]);
    expect(await page.find('This draft was published as version 4 for 2027. That is not live yet.')).toBeTruthy();
  });
});

describe('the switch to another edition', () => {
  const opened = async () => {
    await open();
    await person.press('Make it the live edition: 2027');
    await person.fill('Why', 'The season is over');
  };
  const sent = () => api.sentTo('POST /editions/2027/switch');

  it.each([
    ['open', /^Not possible yet: the winners of 2026 are not announced, or its totals are not final\./],
    ['log', /^Not possible yet: the public log of 2026 has no result\./],
  ] as const)('says why it is not possible now, and can be planned: %s', async (refused, why) => {
    api.answers['GET /editions'] = { body: yearsOf({}, refused) };
    await opened();
    expect(await page.find(why)).toBeTruthy();
    await person.press('Make it live');
    expect(sent()).toEqual([]);
    await person.press('At a time', 'radio');
    await page.find('In Europe/Kyiv');
    await person.fill('Date and time', '2020-12-01T20:00');
    expect(page.has('Choose a time in the future')).toBe(true);
    await person.fill('Date and time', '2100-12-01T20:00');
    await person.press('Plan it');
    await expect.poll(() => page.dialog()).toBeNull();
    expect(sent()).toEqual([{ at: '2100-12-01T18:00:00.000Z', reason: 'The season is over' }]);
  });

  it('now asks for a passkey, tolerates that the server starts again, and says that next year is live', async () => {
    stubPasskeys('works');
    api.answers['POST /editions/2027/switch'] = refusal(403, 'console.passkey_needed');
    api.answers['POST /sign-in/options'] = { body: requestBody };
    api.answers['POST /confirm'] = () => {
      api.answers['POST /editions/2027/switch'] = done;
      api.answers['GET /editions'] = { body: yearsOf({ ...PLAN, switchAt: '2026-12-01T10:00:00.000Z' }) };
      return done;
    };
    await opened();
    expect(page.dialog()?.textContent).toContain('at https://vote.example.org/2026/The votes of 2026 stay.');
    await person.press('Make it live');
    expect(await page.find('The site switches to 2027. This takes a few seconds.')).toBeTruthy();
    expect(api.sentTo('POST /confirm')).toHaveLength(1);
    expect(sent().at(-1)).toEqual({ at: null, reason: 'The season is over' });
    api.answers['GET /editions'] = 'no answer';
    await shown?.refresh();
    expect(page.has('The site switches to 2027. This takes a few seconds.')).toBe(true);
    expect(document.querySelector('main [role=alert]')).toBeNull();
    // The process that answers has not started its site again yet.
    api.answers['GET /editions'] = { body: SWITCHED };
    await shown?.refresh();
    expect(page.has('The site switches to 2027. This takes a few seconds.')).toBe(true);
    const { award, ...me } = meOf('organiser');
    api.answers['GET /me'] = { body: { ...me, award: { ...award, year: 2027 } } };
    expect(await page.find('2027 is the live edition now')).toBeTruthy();
    expect(page.addressOf('See the page of 2026')).toBe('https://vote.example.org/2026/');
  });

  it('waits for the end of this year if its time has come, and is taken back', async () => {
    api.answers['GET /editions'] = { body: yearsOf({ ...PLAN, switchAt: '2020-12-01T10:00:00.000Z' }, 'open') };
    await open();
    expect(page.has(/^It is time for 2027\. The switch waits until the winners of 2026 are announced/)).toBe(true);
    await person.press('Take back: 2027');
    await person.fill('Why', 'Not this week');
    await person.press('Take back');
    await expect.poll(() => page.dialog()).toBeNull();
    expect(api.sentTo('POST /editions/2027/cancel')).toEqual([{ reason: 'Not this week' }]);
  });
});
