// @vitest-environment happy-dom
import type { Role } from '@laurel/contracts/console/permissions';
import { afterEach, expect, it } from 'vitest';
import { closeConsole, openConsole, page, person } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { draftOf } from '../../testing/edition-drafts.ts';
import { done, stubApi } from '../../testing/fake-api.ts';
import { yearsOf } from '../../testing/years.ts';

const publisher = { id: 3, publishedAt: '2026-11-13T10:00:00.000Z', publishedBy: 'Olena (console)', reason: null };
const counts = { year: 2026, nominations: 2, categories: 3, nominees: 140, images: 1, approvals: 1 };
const DRAFT = draftOf({ difference: null });
const URL_ONCE = 'https://awards.example/preview/kQ2m8Vh0T3uYy1aW5bXz9A/';
const expiresAt = '2026-12-01T18:00:00.000Z';

let api: ReturnType<typeof stubApi>;
const open = (role: Role, draft: object = DRAFT) => {
  api = stubApi({
    'GET /me': { body: meOf(role) },
    'GET /editions': { body: yearsOf() },
    'GET /edition/live': { body: { live: { ...publisher, ...counts }, versions: [], hasMore: false, drafts: [] } },
    'GET /edition/drafts/7': { body: draft },
    'GET /edition/drafts/7/preview': { body: { expiresAt: null } },
    'POST /edition/drafts/7/preview': { status: 201, body: { success: true, data: { url: URL_ONCE, expiresAt } } },
    'POST /edition/drafts/7/preview/end': done,
  });
  return openConsole('/edition?draft=7');
};
afterEach(closeConsole);

it('an editor makes the address of a preview, sees it once and ends it', async () => {
  await open('editor');
  await person.press('Share a preview');
  await person.press('30 days', 'radio');
  api.answers['GET /edition/drafts/7/preview'] = { body: { expiresAt } };
  await person.press('Make the address');
  expect(await page.find(URL_ONCE)).toBeTruthy();
  expect(api.sentTo('POST /edition/drafts/7/preview')).toEqual([{ days: 30 }]);
  await person.press('Close');
  await person.press('Share a preview');
  await page.find(/The address can’t be shown again/);
  expect(page.has(URL_ONCE)).toBe(false);
  await person.press('End it');
  expect(await page.find('The preview is ended')).toBeTruthy();
  expect(api.sentTo('POST /edition/drafts/7/preview/end')).toHaveLength(1);
});

it.each([
  ['auditor', DRAFT],
  ['organiser', { ...DRAFT, publishedAs: 4 }],
  ['organiser', { ...DRAFT, problemsTotal: 1 }],
] as const)(
  'nobody shares what they may not draft, what is published or what has problems: %s %o',
  async (role, draft) => {
    await open(role, draft);
    await page.find('Draft 7');
    expect(page.has('Share a preview')).toBe(false);
  },
);
