// @vitest-environment happy-dom
import type { EditionDraft } from '@laurel/contracts/console/calls/edition';
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

it('a draft says what it takes back if it was made from an older version', async () => {
  const undone = [{ field: 'texts.name.uk', before: 'Велика премія', after: 'Мала премія' }];
  const shown = await open({ ...DRAFT, older: { version: 2, undone, undoneTotal: 1 } }, 'en');
  expect(await page.find(/^This draft was made from version 2, .* It takes back 1 change that/)).toBeTruthy();
  expect(await page.find('“Name of the award” changed in Ukrainian')).toBeTruthy();
  api.answers['GET /edition/drafts/7'] = { body: { ...DRAFT, older: { version: 2, undone: [], undoneTotal: 0 } } };
  await shown.refresh();
  expect(await page.find(/It takes back nothing that was published since\.$/)).toBeTruthy();
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
