// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeConsole, openConsole, page, person } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { differenceOf, draftOf } from '../../testing/edition-drafts.ts';
import { stubApi } from '../../testing/fake-api.ts';
import { yearsOf } from '../../testing/years.ts';

const publisher = { publishedAt: '2026-11-13T10:00:00.000Z', publishedBy: 'Olena (console)', reason: 'a test' };
const change = {
  field: 'nominations.best-duo.categories.dating.companies.one.name.en',
  before: 'Bright Star',
  after: 'Lantern',
};
const DIFFERENCE = differenceOf({ changes: [change], changesTotal: 1, guarded: [change], needsSecondPerson: true });
const PROPOSAL = {
  by: 'Taras (console)',
  reason: 'they asked for it',
  expiresAt: '2026-11-25T19:00:00.000Z',
  own: false,
};
const DRAFT = draftOf({ uploadedBy: 'Taras (console)', difference: DIFFERENCE });
const { problems: _problems, warnings: _warnings, difference: _difference, proposal: _proposal, ...SUMMARY } = DRAFT;
const success = (data: object, status = 200) => ({ status, body: { success: true, data } });

let api: ReturnType<typeof stubApi>;
let shown: Awaited<ReturnType<typeof openConsole>> | undefined;
beforeEach(() => {
  const live = {
    id: 3,
    ...publisher,
    year: 2026,
    nominations: 2,
    categories: 3,
    nominees: 140,
    images: 1,
    approvals: 2,
  };
  const me = meOf('organiser');
  api = stubApi({
    'GET /me': { body: { ...me, waiting: { ...me.waiting, edition: 1 } } },
    'GET /editions': { body: yearsOf() },
    'GET /edition/live': {
      body: { live, versions: [], hasMore: false, drafts: [{ ...SUMMARY, proposedBy: 'Taras (console)' }] },
    },
    'GET /edition/drafts/7': { body: DRAFT },
    'POST /edition/drafts/7/propose': { body: { success: true } },
    'POST /edition/drafts/7/publish': success({ id: 4, changed: true, added: 0, withdrawn: 0, restored: 0 }),
  });
});
afterEach(closeConsole);
const open = async (path = '/edition?draft=7') => {
  shown = await openConsole(path);
  await page.heading('Live');
};

it('a draft that needs a second person is proposed, and its changes stand apart', async () => {
  await open();
  await page.heading('Two people must agree to');
  // Once, and not among the other changes.
  expect(await page.find('Lantern')).toBeTruthy();
  expect(page.has(/^Two people must agree before votes are excluded/)).toBe(true);
  expect(page.button('Publish')).toBeNull();
  await person.press('Propose');
  expect(await page.find(/^Somebody else must agree within 24 hours\. Nothing is published before\./)).toBeTruthy();
  await person.fill('Why', 'They asked for it');
  await person.pressIn('Propose draft 7?', 'Propose');
  expect(await page.find('Proposed. Somebody else must agree within 24 hours')).toBeTruthy();
  expect(api.sentTo('POST /edition/drafts/7/propose')).toEqual([
    { reason: 'They asked for it', withdraw: false, expected: 3 },
  ]);
});

it('another person sees who proposed it and why, and agrees by publishing it', async () => {
  api.answers['GET /edition/drafts/7'] = { body: { ...DRAFT, proposal: PROPOSAL } };
  await open();
  expect(await page.find(/^Taras \(console\) proposes to publish this: “they asked for it”\./)).toBeTruthy();
  expect(page.button('Propose')).toBeNull();
  await person.press('Agree and publish');
  await person.fill('Why', 'I have compared it');
  await person.pressIn('Publish draft 7?', 'Agree and publish');
  expect(await page.find('Published. Visitors see it within seconds')).toBeTruthy();
});

it('the proposer waits', async () => {
  api.answers['GET /edition/drafts/7'] = { body: { ...DRAFT, proposal: { ...PROPOSAL, own: true } } };
  await open();
  expect(await page.find(/Somebody else must agree\. Valid until/)).toBeTruthy();
  expect([page.button('Propose'), page.button('Agree and publish'), page.button('Publish')]).toEqual([
    null,
    null,
    null,
  ]);
});

it('the navigation counts what waits, and the list says who proposed it', async () => {
  await open('/edition');
  expect(page.has('proposed by Taras (console)')).toBe(true);
  expect(page.has('1 draft waits')).toBe(true);
});

it('a version that needs a second person is copied as a draft', async () => {
  const version = { id: 2, ...publisher, problems: [], difference: DIFFERENCE };
  api.answers['GET /edition/versions/2'] = { body: version };
  api.answers['POST /edition/versions/2/copy'] = success(DRAFT, 201);
  await open('/edition?version=2');
  await page.heading('Version 2');
  expect(page.button('Publish this version again')).toBeNull();
  await person.press('Copy as a draft');
  await page.heading('Draft 7');
  expect(shown?.address()).toBe('/edition?draft=7');
});
