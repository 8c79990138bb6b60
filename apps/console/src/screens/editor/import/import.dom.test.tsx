// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeConsole, page, person } from '../../../testing/console.tsx';
import { refusal, stubApi } from '../../../testing/fake-api.ts';
import { NOMINEE, openInDraft } from '../../../testing/open-draft.tsx';
import { ImportBar } from '../import-bar.tsx';

const CATEGORY = 'nominations.best-duo.categories.news';
const TABLE = {
  ...{ revision: 2, editors: [], applied: false },
  header: ['Company', 'About', 'Contact'],
  sample: [
    ['Night Radio', 'Stories', '@night'],
    ['', 'Nobody', ''],
  ],
  columns: ['name', 'desc', null],
  ...{ rows: 64, added: 60, changed: 3, places: ['Best duo', 'Talk'] },
  wanted: [{ nominee: NOMINEE, file: 'night.png' }],
  problems: [
    { file: 'n.csv', line: 34, column: 1, field: 'Company', message: 'must not be empty', rule: 'empty', params: {} },
  ],
};
const answer = (data: object) => ({ status: 201, body: { success: true, data: { ...TABLE, ...data } } });
const read = (columns?: string, apply = false, name = 'nominees.csv') =>
  `POST /edition/drafts/7/table?${new URLSearchParams({
    name,
    ...(apply ? { apply: 'true' } : {}),
    ...(columns === undefined ? {} : { columns }),
    within: CATEGORY,
  })}`;
const picture = (name: string) =>
  `POST /edition/drafts/7/pictures?${new URLSearchParams({ nominee: NOMINEE, use: 'logo', name })}`;
const chosen = (name: string) => new File(['content'], name);

let api: ReturnType<typeof stubApi>;
beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  api = stubApi({});
});
afterEach(async () => {
  cleanup();
  await closeConsole();
});

const choose = async (label: string, files: File[]) =>
  userEvent.setup({ document, applyAccept: false }).upload(await screen.findByLabelText(label), files);

it('a table is read, its columns are chosen, and it is put into the draft', async () => {
  const draft = await openInDraft(<ImportBar within={CATEGORY} />, ['editor-import', 'edition']);
  api.answers[read()] = answer({});
  api.answers[read('name,desc,link')] = answer({ columns: ['name', 'desc', 'link'], added: 59 });
  api.answers[read('name,desc,link', true)] = answer({ applied: true, wanted: [] });
  await choose('From a spreadsheet', [chosen('nominees.csv')]);
  await page.heading('64 rows from nominees.csv');
  for (const said of [
    '60',
    'new nominees',
    '3',
    'line 34',
    /^must not be empty$/,
    /Best duo and Talk/,
    /1 picture that the table names/,
  ]) {
    expect(await page.find(said), String(said)).toBeTruthy();
  }
  await person.choose('Contact becomes', 'link');
  await page.find('59');
  await person.press('Put 62 nominees into the draft');
  await expect.poll(() => page.dialog()).toBeNull();
  expect(api.requests.map(({ call }) => call)).toEqual([read(), read('name,desc,link'), read('name,desc,link', true)]);
  expect(draft.refreshed()).toBe(1);
});

it('a block of cells that is pasted beside the fields is a table, and one text is not', async () => {
  await openInDraft(<ImportBar within={CATEGORY} />, ['editor-import', 'edition']);
  // The first answer finds no name: the first row is no header.
  let calls = 0;
  api.answers[read(undefined, false, 'pasted cells')] = () => {
    calls += 1;
    return answer(calls === 1 ? { columns: [null, null, null], rows: 1 } : {});
  };
  const paste = (text: string) => fireEvent.paste(document.body, { clipboardData: { getData: () => text } });
  paste('Night Radio');
  expect(page.dialog()).toBeNull();
  paste('Night Radio\tStories\nOwl\tNews');
  expect(await page.heading('64 pasted rows')).toBeTruthy();
  expect(await page.find('line 33')).toBeTruthy();
  expect(page.field('Column 1 becomes').value).toBe('name');
});

it('a file of another kind is refused before it is sent', async () => {
  await openInDraft(<ImportBar within={CATEGORY} />, ['editor-import', 'edition']);
  await choose('From a spreadsheet', [chosen('nominees.xls')]);
  expect(await page.alert()).toContain('This is the old format of Excel.');
  expect(api.requests).toEqual([]);
});

it('pictures find their nominees, a person decides the others, and an outage only delays them', async () => {
  const typed = Promise.withResolvers<void>();
  const options = { settled: () => typed.promise };
  const draft = await openInDraft(<ImportBar within={CATEGORY} />, ['editor-import', 'edition'], options);
  const matches = { matches: [{ file: 'night.png', nominee: NOMINEE, score: 0.8 }], ambiguous: [] };
  api.answers['POST /edition/drafts/7/pictures/match'] = {
    body: { success: true, data: { ...matches, filesLeft: ['owl.png'], nomineesLeft: [] } },
  };
  const outcome = (file: string | null, notes: object[]) => ({
    status: 201,
    body: { success: true, data: { revision: 3, editors: [], file, notes } },
  });
  let tries = 0;
  api.answers[picture('owl.png')] = () => {
    tries += 1;
    return tries === 1 ? 'no answer' : outcome(null, [{ rule: 'broken', params: {}, message: 'is damaged' }]);
  };
  await choose('Logos, all at once', [chosen('night.png'), chosen('owl.png'), chosen('crew.tif')]);
  // A nominee that was just added may not be saved yet.
  expect(api.requests).toEqual([]);
  typed.resolve();
  await page.heading('3 files, 1 found a nominee');
  expect(await page.find('Looks like this nominee. Check it.')).toBeTruthy();
  expect(await page.find('Made for print. Save it as PNG or SVG, and drop it again.')).toBeTruthy();
  // A nominee has one logo, so the other file loses it.
  await person.choose('Nominee of owl.png', NOMINEE);
  await person.press('Use 1 logo');
  await page.find(/^No answer from the server\./);
  window.dispatchEvent(new Event('online'));
  await page.heading('0 logos are in the draft');
  expect(await page.find('is damaged or cut off: export it again')).toBeTruthy();
  expect(api.sentTo(picture('owl.png'))).toHaveLength(2);
  expect(draft.refreshed()).toBe(1);
});

it('a refused call is shown by its file, and the next file follows', async () => {
  await openInDraft(<ImportBar within={CATEGORY} />, ['editor-import', 'edition']);
  const files = ['a.png', 'b.png'];
  api.answers['POST /edition/drafts/7/pictures/match'] = {
    body: {
      success: true,
      data: {
        matches: [],
        ambiguous: [{ file: 'a.png', nominees: [NOMINEE] }],
        filesLeft: ['b.png'],
        nomineesLeft: [],
      },
    },
  };
  api.answers[picture('a.png')] = refusal(409, 'console.changed');
  await choose('Logos, all at once', files.map(chosen));
  await person.choose('Nominee of a.png', NOMINEE);
  await person.press('Use 1 logo');
  await page.heading('0 logos are in the draft');
  expect(await page.find('not used')).toBeTruthy();
});
