// @vitest-environment happy-dom
import { ARCHIVE_RULES } from '@laurel/contracts/console/calls/edition';
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeConsole, openConsole, page, person } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { differenceOf, draftOf } from '../../testing/edition-drafts.ts';
import { refusal, stubApi } from '../../testing/fake-api.ts';
import { yearsOf } from '../../testing/years.ts';
import type { EditionAnswer } from './types.ts';

const publisher = (id: number) => ({
  id,
  publishedAt: `2026-11-${10 + id}T10:00:00.000Z`,
  publishedBy: 'Olena (console)',
  reason: `reason ${id}`,
});
const EDITION: EditionAnswer = {
  live: { ...publisher(3), year: 2026, nominations: 2, categories: 3, nominees: 140, images: 1, approvals: 1 },
  versions: [
    { ...publisher(3), live: true },
    { ...publisher(2), live: false },
  ],
  hasMore: true,
  drafts: [],
};
const nominee = (company: string) => ({ nomination: 'best-duo', niche: 'dating', company });
const DIFFERENCE = differenceOf({
  added: [nominee('new-one')],
  changes: [{ field: 'texts.name.en', before: 'Small Awards', after: 'Large Awards' }],
  changesTotal: 1,
});
const DRAFT = draftOf({ difference: DIFFERENCE });
const success = (data: object, status = 200) => ({ status, body: { success: true, data } });
const PUBLISHED = success({ id: 4, changed: true, added: 1, withdrawn: 0, restored: 0 });

let api: ReturnType<typeof stubApi>;
let shown: Awaited<ReturnType<typeof openConsole>> | undefined;
beforeEach(() => {
  api = stubApi({
    'GET /me': { body: meOf('organiser') },
    'GET /editions': { body: yearsOf() },
    'GET /edition/live': { body: EDITION },
    'GET /edition/drafts/7': { body: DRAFT },
    'POST /edition/drafts': success(DRAFT, 201),
    'POST /edition/drafts/7/publish': PUBLISHED,
  });
});
afterEach(closeConsole);
const open = async (path = '/edition', language: 'en' | 'uk' = 'en') => {
  shown = await openConsole(path, language);
  await page.heading(language === 'en' ? 'Live' : 'Зараз на сайті');
};
const choose = (name: string, content = 'x') =>
  fireEvent.change(page.field('Choose a file, or drop it here'), {
    target: { files: [new File([content], name)] },
  });

describe('the edition', () => {
  it('shows what is live, since when, by whom and why, and its versions', async () => {
    await open();
    expect(page.has('140')).toBe(true);
    expect(page.has('reason 3')).toBe(true);
    expect(document.querySelector('a[download]')?.getAttribute('href')).toBe('/api/edition/versions/3/download');
    api.answers['GET /edition/live?after=2'] = {
      body: { ...EDITION, versions: [{ ...publisher(1), live: false }], hasMore: false },
    };
    await person.press('Show older ones');
    expect(await page.find('Version 1')).toBeTruthy();
    expect(page.button('Show older ones')).toBeNull();
  });

  it('is uploaded, compared and published with a reason', async () => {
    await open();
    choose('awards.ZIP');
    await page.heading('Draft 7');
    expect(shown?.address()).toBe('/edition?draft=7');
    expect(page.has('new-one')).toBe(true);
    expect(page.has('best-duo: dating')).toBe(true);
    expect(await page.find('Large Awards')).toBeTruthy();
    await person.press('Publish');
    expect(await page.find(/1 nominee is added\./)).toBeTruthy();
    expect(page.dialog()?.textContent).not.toContain('gets no more votes');
    await person.fill('Why', 'The jury added one');
    await person.pressIn('Publish draft 7?', 'Publish');
    expect(await page.find('Published. Visitors see it within seconds')).toBeTruthy();
    expect(api.sentTo('POST /edition/drafts/7/publish')).toEqual([
      { reason: 'The jury added one', withdraw: false, expected: 3 },
    ]);
  });

  it('withdraws nominees with votes only after the box is ticked', async () => {
    const difference = { ...DIFFERENCE, withdrawn: [{ ...nominee('old-one'), votes: 927 }] };
    api.answers['GET /edition/drafts/7'] = { body: { ...DRAFT, difference } };
    await open('/edition?draft=7');
    await page.heading('Draft 7');
    expect(await page.find('· 927 votes')).toBeTruthy();
    await person.press('Publish');
    await person.fill('Why', 'They left');
    await person.pressIn('Publish draft 7?', 'Publish');
    expect(api.sentTo('POST /edition/drafts/7/publish')).toEqual([]);
    fireEvent.click(page.field('Withdraw 1 nominee that has 927 votes. The votes stay, and it gets no more.'));
    await person.pressIn('Publish draft 7?', 'Publish');
    await expect.poll(() => page.dialog()).toBeNull();
    expect(api.sentTo('POST /edition/drafts/7/publish')).toMatchObject([{ withdraw: true }]);
  });

  it('shows no votes of withdrawn nominees while the results are hidden, but still has the box to tick', async () => {
    const difference = { ...DIFFERENCE, withdrawn: [{ ...nominee('old-one'), votes: null }] };
    api.answers['GET /edition/drafts/7'] = { body: { ...DRAFT, difference } };
    await open('/edition?draft=7');
    await page.heading('Draft 7');
    expect(await page.find('old-one')).toBeTruthy();
    await person.press('Publish');
    expect(await page.find('Withdraw 1 nominee. Any votes stay, and it gets no more.')).toBeTruthy();
  });

  it('can be published again from an older version', async () => {
    api.answers['GET /edition/versions/2'] = { body: { ...publisher(2), problems: [], difference: DIFFERENCE } };
    api.answers['POST /edition/versions/2/publish'] = PUBLISHED;
    await open();
    await person.press('Compare version 2 with what is live', 'link');
    await person.press('Publish this version again');
    await person.fill('Why', 'The new one had a mistake');
    await person.pressIn('Publish version 2 again?', 'Publish');
    await expect.poll(() => page.dialog()).toBeNull();
    expect(api.sentTo('POST /edition/versions/2/publish')).toMatchObject([{ expected: 3 }]);
  });

  it.each([
    ['en', /Upload the table again\.$/, 'outdated, upload it again', 'Publish', 'Close'],
    ['uk', /Завантажте таблицю ще раз\.$/, 'застаріла, завантажте ще раз', 'Опублікувати', 'Закрити'],
  ] as const)(
    'asks for a table again after another edition was published, in %s',
    async (language, ask, chip, publish, close) => {
      const outdated = { ...DRAFT, source: 'csv', outdated: true } as const;
      api.answers['GET /edition/live'] = { body: { ...EDITION, drafts: [outdated] } };
      api.answers['GET /edition/drafts/7'] = { body: outdated };
      await open('/edition?draft=7', language);
      expect(await page.find(ask)).toBeTruthy();
      expect(page.button(publish)).toBeNull();
      expect(page.has('Large Awards')).toBe(false);
      await person.press(close, 'link');
      expect(await page.find(chip)).toBeTruthy();
    },
  );

  it('says that nothing would change', async () => {
    const difference = { ...DIFFERENCE, added: [], changes: [], changesTotal: 0 };
    api.answers['GET /edition/drafts/7'] = { body: { ...DRAFT, difference } };
    await open('/edition?draft=7');
    expect(await page.find('This is what is live already')).toBeTruthy();
    expect(page.button('Publish')).toBeNull();
  });
});

describe('a file that can’t be used', () => {
  const PROBLEMS = [
    {
      file: 'edition.yaml',
      line: 106,
      column: 15,
      field: 'supportEmail',
      message: 'must be an email address',
      rule: 'email',
      params: {},
    },
    { file: 'nominees.csv', line: 2, column: 1, field: '', message: 'what an earlier release stored' },
    { file: 'nominees.csv', line: 3, column: 1, field: 'tag', message: 'a later rule', rule: 'later', params: {} },
  ];

  it('shows its problems by file, line and field', async () => {
    api.answers['GET /edition/drafts/7'] = {
      body: { ...DRAFT, editable: false, difference: null, problems: PROBLEMS, problemsTotal: PROBLEMS.length },
    };
    await open('/edition?draft=7');
    await page.find('edition.yaml');
    const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
    );
    expect(rows).toEqual([
      ['edition.yaml', '106', 'supportEmail', 'must be an email address'],
      ['nominees.csv', '2', 'the whole file', 'what an earlier release stored'],
      ['nominees.csv', '3', 'tag', 'a later rule'],
    ]);
    expect(page.button('Publish')).toBeNull();
  });

  it('shows its problems in Ukrainian', async () => {
    api.answers['GET /edition/drafts/7'] = {
      body: { ...DRAFT, difference: null, problems: PROBLEMS, problemsTotal: PROBLEMS.length },
    };
    await open('/edition?draft=7', 'uk');
    expect(await page.find('має бути адресою електронної пошти')).toBeTruthy();
    expect(page.has(/^3 помилки\./)).toBe(true);
  });

  it.each([
    [
      'manyRows',
      { max: 2000 },
      'must not have more than 2000 rows, blank ones included: split it, or delete blank rows',
      'таблиця не може мати більше ніж 2000 рядків разом із порожніми: поділіть її або видаліть порожні рядки',
    ],
    [
      'manyColumns',
      { max: 100 },
      'must not have more than 100 columns',
      'таблиця не може мати більше ніж 100 стовпців',
    ],
    [
      'largeTogether',
      { size: '4 MB' },
      'must not be larger than 4 MB together',
      'файли разом не можуть бути більшими за 4 MB',
    ],
    ['large', { size: '1 MB' }, 'must not be larger than 1 MB', 'файл не може бути більшим за 1 MB'],
  ])('is called too large in both languages: %s', async (rule, params, message, inUkrainian) => {
    const problems = [{ file: 'nominees.csv', line: 1, column: 1, field: '', message: 'in other words', rule, params }];
    api.answers['GET /edition/drafts/7'] = { body: { ...DRAFT, difference: null, problems, problemsTotal: 1 } };
    await open('/edition?draft=7', 'uk');
    expect(await page.find(inUkrainian)).toBeTruthy();
    await shown?.close();
    await open('/edition?draft=7');
    expect(await page.find(message)).toBeTruthy();
  });

  it('is not sent if its extension is another one or it is too large', async () => {
    await open();
    choose('awards.rar');
    expect(await page.alert()).toBe('Choose a file that ends in .zip, .csv or .tsv');
    const large = new File([], 'nominees.csv');
    Object.defineProperty(Blob.prototype, 'size', { configurable: true, get: () => 20 * 1024 * 1024 + 1 });
    fireEvent.change(page.field('Choose a file, or drop it here'), { target: { files: [large] } });
    Reflect.deleteProperty(Blob.prototype, 'size');
    await expect.poll(() => page.alert()).toBe('Choose a file of at most 20 MB');
    expect(api.sentTo('POST /edition/drafts')).toEqual([]);
  });

  it.each(ARCHIVE_RULES)('is shown with the rule that its archive breaks: %s', async (rule) => {
    api.answers['POST /edition/drafts'] = refusal(400, 'console.upload_refused', { rule, entry: '../evil.svg' });
    await open();
    choose('awards.zip');
    expect(await page.alert()).toMatch(/^(?:.*archive|This file).* \.\.\/evil\.svg$/);
  });

  it('fails visibly if the connection is lost', async () => {
    api.answers['POST /edition/drafts'] = 'no answer';
    await open();
    choose('awards.zip');
    expect(await page.alert()).toMatch(/^No answer from the server/);
  });
});

describe('the screen', () => {
  it('has no upload and no button to publish for an auditor', async () => {
    api.answers['GET /me'] = { body: meOf('auditor') };
    await open('/edition?draft=7');
    await page.heading('Draft 7');
    expect(page.button(/Publish/)).toBeNull();
    expect(document.querySelector('input[type=file]')).toBeNull();
    expect(page.button('Delete')).toBeNull();
  });

  it('has drafts for an editor, and no button to publish', async () => {
    api.answers['GET /me'] = { body: meOf('editor') };
    api.answers['GET /edition/versions/2'] = { body: { ...publisher(2), problems: [], difference: DIFFERENCE } };
    await open('/edition?draft=7');
    expect(await page.find(/^Owners and organisers publish/)).toBeTruthy();
    expect([page.button(/Publish|Propose/), page.button('Delete')]).toEqual([null, expect.anything()]);
    expect(document.querySelector('input[type=file]')).not.toBeNull();
    await shown?.close();
    await open('/edition?version=2');
    await page.heading('Version 2');
    expect([page.button(/Publish/), page.button('Copy as a draft')]).toEqual([null, expect.anything()]);
  });
});
