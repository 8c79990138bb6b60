// @vitest-environment happy-dom
import type { DraftFields, EditionEdit } from '@laurel/contracts/console/calls/editor';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeConsole, openConsole, page, person } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { stubApi } from '../../testing/fake-api.ts';

const DUO = 'nominations.duo';
const DAY = `${DUO}.categories.day`;
const OWL = `${DAY}.companies.owl`;
const EDIT = 'POST /edition/drafts/7/edit';

const names = (en: string, uk: string) => ({ en, uk });
const OWL_ITEM = {
  ...{ tag: 'owl', name: 'Night Owl', logo: 'owl.svg', link: 'https://owl.example' },
  ...{ desc: { en: '<p>Flies <strong>late</strong><img src="x" onerror="x()"></p>' } },
};
const fox = { tag: 'fox', name: 'Red Fox', logo: 'fox.svg', desc: names('Runs', 'Бігає') };
const FIELDS: DraftFields = {
  ...{ id: 7, revision: 1, name: 'Autumn', publishedAs: null, problemsTotal: 1, warnings: [], published: [OWL] },
  editors: [{ name: 'Taras Bondar (console)', field: `${OWL}.link`, own: false }],
  edition: { year: 2026, texts: { name: names('Small Awards', 'Мала премія') } },
  nominations: [
    {
      ...{ tag: 'duo', title: names('Best duo', 'Найкращий дует') },
      categories: [
        { tag: 'day', name: names('Day', 'День'), companies: [OWL_ITEM, fox] },
        { tag: 'night', name: names('Night', 'Ніч'), companies: [OWL_ITEM] },
      ],
    },
  ],
  problems: [
    {
      ...{ file: 'nominations/duo.yaml', line: 9, column: 1, field: 'categories[0].companies[0].desc.uk' },
      ...{ message: 'is required', rule: 'required' },
    },
  ],
};

let api: ReturnType<typeof stubApi>;
beforeEach(() => {
  api = stubApi({
    'GET /me': { body: meOf('organiser') },
    'GET /edition/drafts/7/fields': { body: FIELDS },
    [EDIT]: { body: { success: true, data: { revision: 1, editors: FIELDS.editors, conflicts: [] } } },
  });
});
afterEach(async () => {
  await closeConsole();
  sessionStorage.clear();
});
const open = (at: string) => openConsole(`/edition/editor?draft=7&at=${at}`);
const rows = () => [...document.querySelectorAll('tbody tr td[data-part="name"] b')].map((each) => each.textContent);
const isEdit = (body: unknown): body is { edits: EditionEdit[] } =>
  typeof body === 'object' && body !== null && 'edits' in body;
/** The edits that were sent, once there are some. */
const sent = () =>
  waitFor(() => {
    const edits = api.sentTo(EDIT).flatMap((body) => (isEdit(body) ? body.edits : []));
    expect(edits.length).toBeGreaterThan(0);
    return edits;
  });

it('names what each nominee lacks, who is there, and shows those alone that lack something', async () => {
  await open(DAY);
  const [owl, other] = await screen.findAllByRole('row', { name: /Owl|Fox/ });
  expect(owl && within(owl).getByText('UA description')).toBeTruthy();
  expect(owl && within(owl).getByTitle('Taras Bondar is here')).toBeTruthy();
  expect(other && within(other).queryByText(/description$/)).toBeNull();
  await person.press('1 of 2 lack something');
  expect(rows()).toEqual(['Night Owl']);
});

it('finds nominees in every category', async () => {
  await open(DAY);
  await person.fill('Find among 3', 'owl');
  expect(rows()).toEqual(['Night Owl', 'Night Owl']);
});

it('edits a cell where it stands, and leaves it with Escape', async () => {
  await open(DAY);
  await person.press('Name, Night Owl');
  const input = page.field('Name');
  fireEvent.change(input, { target: { value: 'Day Owl' } });
  fireEvent.keyDown(input, { key: 'Escape' });
  await person.press('Name, Night Owl');
  fireEvent.change(page.field('Name'), { target: { value: 'Late Owl' } });
  fireEvent.keyDown(page.field('Name'), { key: 'Enter' });
  expect(rows()).toEqual(['Late Owl', 'Red Fox']);
  expect(await sent()).toEqual([{ kind: 'set', field: `${OWL}.name`, before: 'Night Owl', after: 'Late Owl' }]);
});

it('moves a nominee with the keyboard and says its place', async () => {
  await open(DAY);
  fireEvent.keyDown(await screen.findByRole('button', { name: /^Name, Night Owl/ }), {
    key: 'ArrowDown',
    altKey: true,
  });
  expect(rows()).toEqual(['Red Fox', 'Night Owl']);
  expect(page.has('Night Owl is now 2 of 2')).toBe(true);
  expect(await sent()).toEqual([{ kind: 'move', item: OWL, list: `${DAY}.companies`, at: 1 }]);
});

it('adds a nominee by name: one of a known name is the same nominee, of a new name gets a tag of its own', async () => {
  await open(`${DUO}.categories.night`);
  for (const name of ['Red Fox', 'Grey & Elk']) {
    await person.fill('Name of a new nominee', name);
    await person.press('Add');
  }
  const list = `${DUO}.categories.night.companies`;
  expect(await sent()).toEqual([
    { kind: 'add', list, item: fox, at: 1 },
    { kind: 'add', list, item: { tag: 'grey-elk', name: 'Grey & Elk' }, at: 2 },
  ]);
});

it('asks before it removes a nominee, and says what that does to votes', async () => {
  await open(DAY);
  await person.press('More about Night Owl');
  await person.pressIn('Night Owl', 'Remove');
  await page.find(/^Voters could choose 1 nominee .* the votes that it has stay on record\.$/);
  await person.pressIn('Remove Night Owl?', 'Remove');
  await waitFor(() => expect(rows()).toEqual(['Red Fox']));
  expect(await sent()).toEqual([{ kind: 'remove', item: OWL }]);
});

it('marks what is missing in the form, and shows the card as it is typed, without foreign markup', async () => {
  await open(OWL);
  const form = await screen.findByRole('region', { name: 'Nominee' });
  await within(form).findByText('is required');
  expect(page.field('Name, Ukrainian').placeholder).toBe('Night Owl, as in English');
  await person.fill('Name, Ukrainian', 'Нічна сова');
  const card = within(screen.getByRole('region', { name: 'As visitors see it' }));
  expect(card.getByText('late').localName).toBe('strong');
  expect(form.querySelector('img[src="x"]')).toBeNull();
  await person.press(/^UA/);
  expect(card.getByRole('heading', { level: 4 }).textContent).toBe('Нічна сова');
  expect(await sent()).toContainEqual({
    kind: 'set',
    field: `${OWL}.name.uk`,
    before: 'Night Owl',
    after: 'Нічна сова',
  });
});

it('says what is new or changed against what is live, and shows what a field was', async () => {
  const live = { ...OWL_ITEM, link: 'https://old.example', desc: { en: '<p>Flies at <b>noon</b></p>' } };
  const nominations = [{ tag: 'duo', categories: [{ tag: 'day', companies: [live] }] }];
  api.answers['GET /edition/drafts/7/live'] = { body: { edition: FIELDS.edition, nominations } };
  await open(OWL);
  const form = await screen.findByRole('region', { name: 'Nominee' });
  const status = () => [...document.querySelectorAll('td[data-part="status"]')].map((each) => each.textContent);
  await waitFor(() => expect(status()).toEqual(['changed', 'new']));
  const changed = [...form.querySelectorAll('details')].map((each) => [
    each.closest('[data-field]')?.getAttribute('data-field'),
    each.querySelector('p')?.textContent,
  ]);
  expect(changed).toEqual([
    [`${OWL}.desc.en`, 'Flies at noon'],
    [`${OWL}.link`, 'https://old.example'],
  ]);
  fireEvent.change(within(form).getByRole('textbox', { name: 'Link' }), { target: { value: 'https://old.example' } });
  await waitFor(() => expect(form.querySelectorAll('details')).toHaveLength(1));
});

it('shows a draft to somebody who may not change it', async () => {
  api.answers['GET /me'] = { body: meOf('auditor') };
  await open(OWL);
  await page.find('You can look at this draft, not change it');
  expect((await screen.findByLabelText<HTMLInputElement>('Name, English')).readOnly).toBe(true);
  expect(page.button(/^More about/)).toBeNull();
  expect(api.sentTo(EDIT)).toEqual([]);
});
