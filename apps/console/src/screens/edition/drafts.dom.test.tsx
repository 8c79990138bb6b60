// @vitest-environment happy-dom
import type { EditionDraft } from '@laurel/contracts/console/calls/edition';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closeConsole, openConsole, page, person } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { differenceOf, draftOf } from '../../testing/edition-drafts.ts';
import { done, stubApi } from '../../testing/fake-api.ts';
import { yearsOf } from '../../testing/years.ts';

const publisher = { id: 3, publishedAt: '2026-11-13T10:00:00.000Z', publishedBy: 'Olena (console)', reason: null };
const counts = { year: 2026, nominations: 2, categories: 3, nominees: 140, images: 1, approvals: 1 };
const DRAFT = draftOf({
  source: 'csv',
  warnings: [
    {
      file: 'nominees.csv',
      line: 2,
      column: 1,
      field: 'name',
      message:
        'is also the name of the nominee "two-owls" at nominations/best-duo.yaml:8: voters can’t tell them apart',
      rule: 'sameName',
      params: { tag: 'two-owls', place: 'nominations/best-duo.yaml:8' },
    },
  ],
  difference: differenceOf({
    changes: [{ field: 'texts.name.en', before: 'Small Awards', after: 'Large Awards' }],
    changesTotal: 1,
  }),
});

let api: ReturnType<typeof stubApi>;
const open = async (draft: EditionDraft, language: 'en' | 'uk') => {
  api = stubApi({
    'GET /me': { body: meOf('organiser') },
    'GET /editions': { body: yearsOf() },
    'GET /edition/live': { body: { live: { ...publisher, ...counts }, versions: [], hasMore: false, drafts: [] } },
    'GET /edition/drafts/7': { body: draft },
    'POST /edition/drafts/7/delete': done,
  });
  return openConsole('/edition?draft=7', language);
};
afterEach(closeConsole);

it('a draft shows what is worth a look beside what changes', async () => {
  await open(DRAFT, 'uk');
  await page.find(
    'збігається з назвою номінанта two-owls (nominations/best-duo.yaml:8): учасники не зможуть їх розрізнити',
  );
  expect(page.has('1 місце варто переглянути перед публікацією.')).toBe(true);
  expect(page.has('Змінено «Назва премії» англійською')).toBe(true);
  expect(page.has('Жоден голос не змінює значення.')).toBe(true);
});

it('a draft of an older version is merged once a person has chosen between both values of a field', async () => {
  const place = (category: string) => `nominations.duo.categories.${category}.companies.owl`;
  const conflict = (field: string, before: string, after: string) => ({ field, before, after });
  const conflicts = [
    // A nominee has one name in all categories.
    ...['day', 'night'].map((each) => conflict(`${place(each)}.name.en`, 'Owl', 'The Owl')),
    conflict('texts.name.en', 'Small Awards', 'none'),
    conflict('nominations (order)', 'duo, solo', 'solo, duo'),
  ];
  const { difference } = DRAFT;
  await open({ ...DRAFT, source: 'zip', older: { version: 2, conflicts } }, 'en');
  await page.find(/^This draft was made from version 2, .* nothing that was published since is taken back\.$/);
  expect(await page.find('3 things were changed since, too. Choose what stays.')).toBeTruthy();
  // What publishing would change is known once it is merged.
  expect([page.button('Publish'), page.has('Large Awards')]).toEqual([null, false]);
  const choose = (name: string, choice: string) =>
    userEvent.click(within(screen.getByRole('group', { name })).getByRole('radio', { name: choice }));
  await choose('Nominee owl: name in English', 'Take the draft’s');
  await choose('The order of the nominations', 'Keep what is live');
  expect(page.button('Bring in the changes')?.getAttribute('aria-disabled')).toBe('true');
  await choose('Name of the award in English', 'Keep what is live');
  api.answers['POST /edition/drafts/7/merge'] = { body: { success: true, data: DRAFT } };
  api.answers['GET /edition/drafts/7'] = { body: DRAFT };
  await person.press('Bring in the changes');
  await page.find('The draft is up to date');
  expect(await page.find('Large Awards')).toBeTruthy();
  expect(api.sentTo('POST /edition/drafts/7/merge')).toEqual([
    {
      draft: ['day', 'night'].map((each) => `${place(each)}.name.en`),
      live: ['texts.name.en', 'nominations (order)'],
      expected: difference?.live,
    },
  ]);
});

it('a draft says that another one is the same, and is deleted with a reason', async () => {
  const shown = await open({ ...DRAFT, sameAs: 6 }, 'en');
  await page.find('Draft 6 has the same files. Delete one of them.');
  await person.press('Delete');
  await page.find('Delete draft 7?');
  await person.fill('Why', 'A mistake');
  await person.pressIn('Delete draft 7?', 'Delete');
  expect(await page.find('The draft is deleted')).toBeTruthy();
  expect(api.sentTo('POST /edition/drafts/7/delete')).toEqual([{ reason: 'A mistake' }]);
  expect(shown.address()).toBe('/edition');
});

it('a draft that can be edited leads from its problems to the editor', async () => {
  const problem = { file: 'edition.yaml', line: 106, column: 15, field: 'supportEmail', message: 'x', rule: 'email' };
  await open(
    { ...DRAFT, difference: null, warnings: [], problems: [{ ...problem, params: {} }], problemsTotal: 1 },
    'en',
  );
  await page.find('1 problem. It can be published once it is corrected.');
  await page.find('Address for help');
  expect(page.addressOf('Address for help')).toBe('/edition/editor?draft=7&at=edition.rules');
});
