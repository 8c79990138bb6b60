// @vitest-environment happy-dom
import { EDITION_FIELDS, EDITION_SECTIONS } from '@laurel/contracts/console/edition-fields';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, person } from '../../../testing/console.tsx';
import { stubApi } from '../../../testing/fake-api.ts';
import { openInDraft } from '../../../testing/open-draft.tsx';
import { EditionForm } from '../edition-form.tsx';

const open = (section: (typeof EDITION_SECTIONS)[number], options: Parameters<typeof openInDraft>[2] = {}) =>
  openInDraft(<EditionForm section={section} />, ['edition-form', 'edition'], options);
const problem = (field: string, rule: string) => ({
  file: 'edition.yaml',
  line: 1,
  column: 1,
  field,
  rule,
  params: {},
  message: rule,
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each(EDITION_SECTIONS)('the part “%s” has a control for each of its fields', async (section) => {
  await open(section);
  await screen.findByRole('heading', { level: 2 });
  const fields = EDITION_FIELDS.filter((field) => field.section === section);
  const shown = [...document.querySelectorAll<HTMLElement>('[data-field]')].map(({ dataset }) => dataset.field ?? '');
  for (const { path, localized, kind } of fields) {
    const expected = localized ? [`${path}.en`, `${path}.uk`] : kind === 'list' ? [] : [path];
    for (const each of expected) expect(shown, each).toContain(each);
  }
});

it('saves a text as it is typed, and removes an optional one with its last language', async () => {
  const draft = await open('texts');
  await person.fill('Name of the award, Ukrainian', 'Велика премія');
  expect(draft.value('texts.name')).toEqual({ en: 'Podcast Awards', uk: 'Велика премія' });
  const accent = 'End of the title, in gold, optional';
  fireEvent.change(await screen.findByLabelText(`${accent}, English`), { target: { value: '' } });
  expect(draft.value('texts.hero.accent')).toEqual({ uk: 'року.' });
  fireEvent.change(await screen.findByLabelText(`${accent}, Ukrainian`), { target: { value: '' } });
  expect(draft.value('texts.hero.accent')).toBeNull();
});

it('counts a long text, and saves a number only once it is one', async () => {
  const draft = await open('texts');
  await person.fill('Name of the award, English', 'x'.repeat(170));
  expect(await page.find('170 of 160')).toBeTruthy();
  await person.fill('Year', '20x');
  expect(await page.find('A whole number from 2000 to 2100')).toBeTruthy();
  expect(draft.value('year')).toBeNull();
  await person.fill('Year', '2028');
  expect(draft.value('year')).toBe(2028);
});

it('takes times in the person’s own zone, and stores them with their offset', async () => {
  const zone = Intl.DateTimeFormat.prototype.resolvedOptions.call(new Intl.DateTimeFormat());
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...zone, timeZone: 'Europe/Warsaw' });
  const draft = await open('dates');
  expect(await page.find('Your time, Europe/Warsaw')).toBeTruthy();
  expect(page.field('Voting opens').value).toBe('2027-04-01T09:00');
  expect(await page.find('1 Apr, 10:00 in Europe/Kyiv')).toBeTruthy();
  fireEvent.change(page.field('Voting closes'), { target: { value: '2027-12-01T20:30' } });
  expect(draft.value('phases.votingClosesAt')).toBe('2027-12-01T20:30:00+01:00');
  fireEvent.change(page.field('Voting opens'), { target: { value: '' } });
  expect(draft.value('phases.votingOpensAt')).toBeNull();
});

it('refuses the numbers of countries by their names', async () => {
  const draft = await open('rules');
  expect(await page.find('73 calling codes are refused. This is the usual list.')).toBeTruthy();
  await person.fill('Countries whose numbers are refused', 'portugal');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  fireEvent.click(page.field('Portugal +351'));
  expect(await page.find(/^74 calling codes are refused\.\s*$/)).toBeTruthy();
  expect(draft.value('blockedRegions')).toContain('351');
  await person.press('Back to the usual list');
  expect(draft.value('blockedRegions')).toBeNull();
});

it('adds, changes and removes the items of a list', async () => {
  const draft = await open('log');
  await person.press('Add: Witnesses');
  await person.fill('Verifier key 1', 'name+id+key');
  expect(draft.value('log.witnesses')).toEqual([{ key: 'name+id+key' }]);
  await person.press('Add: Keys of auditors');
  await person.fill('Keys of auditors 1', 'age1x');
  expect(draft.value('log.auditors')).toEqual(['age1x']);
  await person.press('Remove Witnesses 1');
  expect(draft.value('log.witnesses')).toBeNull();
});

it('shows a mail in each language once somebody opens it, and opens one that has a problem', async () => {
  const framed = () =>
    [...document.querySelectorAll('iframe')].map((frame) => [frame.title, frame.getAttribute('src')]);
  const draft = await open('mails', { problems: [problem('mails.passwordCode.subject.en', 'long')] });
  const address = '/api/edition/drafts/7/mails/passwordCode?language=';
  await expect.poll(framed).toEqual([
    ['The mail, English', `${address}en`],
    ['The mail, Українська', `${address}uk`],
  ]);
  for (const frame of document.querySelectorAll('iframe')) expect(frame.getAttribute('sandbox')).toBe('');
  fireEvent.click(await screen.findByText('Answer to an objection'));
  await expect.poll(framed).toHaveLength(4);
  const [subject] = screen.getAllByLabelText(/^Subject of the mail, optional, English/);
  if (subject) fireEvent.change(subject, { target: { value: 'Your code' } });
  expect(draft.value('mails.emailCode')).toEqual({ subject: { en: 'Your code' } });
  expect(await page.find('Own words')).toBeTruthy();
});

it('takes an accent that is chosen or typed, and says its contrast', async () => {
  const draft = await open('look');
  await person.fill('Accent colour', '#7c3aed');
  expect(
    await page.find('Contrast on the page: 3 to 1, and 4.5 to 1 is needed. Choose a lighter colour.'),
  ).toBeTruthy();
  fireEvent.change(page.field('Accent colour: choose'), { target: { value: '#a78bfa' } });
  expect(await page.find('Contrast on the page: 6.3 to 1. It is easy to read.')).toBeTruthy();
  expect(draft.value('look')).toEqual({ accent: '#a78bfa' });
  await person.fill('Accent colour', '#a78');
  expect(page.field('Accent colour').getAttribute('aria-invalid')).toBe('true');
  await person.fill('Accent colour', '');
  expect(draft.value('look.accent')).toBeNull();
});

it('adds and orders sponsors, whose logos are uploaded to their places', async () => {
  const { requests } = stubApi({
    'POST /edition/drafts/7/pictures?nominee=sponsors.0&use=logo&name=b.png': {
      status: 201,
      body: { success: true, data: { revision: 3, editors: [], file: 'b.png', notes: [] } },
    },
  });
  const draft = await open('look');
  for (const [index, name] of ['A', 'B'].entries()) {
    await person.press('Add: Sponsors');
    await person.fill(`Name ${index + 1}`, name);
  }
  await person.fill('Link 2, optional', 'https://b.example');
  await person.press('Move up: Sponsors 2');
  expect(draft.value('sponsors')).toEqual([{ name: 'B', link: 'https://b.example' }, { name: 'A' }]);
  const [, first = document.body] = document.querySelectorAll<HTMLElement>('input[type=file]');
  await act(async () =>
    fireEvent.change(first, { target: { files: [new File(['x'], 'b.png', { type: 'image/png' })] } }),
  );
  await expect.poll(draft.refreshed).toBe(1);
  expect(requests).toHaveLength(1);
});

it('edits questions in each language, and says what is wrong with the whole list', async () => {
  const draft = await open('texts', { problems: [problem('faq', 'list')] });
  await person.press('Add: Questions and answers');
  await person.fill('Question 1, English', 'CPA < $5?');
  await person.fill('Answer 1, Ukrainian', 'Так');
  expect(draft.value('faq')).toEqual([{ question: { en: 'CPA < $5?' }, answer: { uk: 'Так' } }]);
  expect(await page.find('must be a list')).toBeTruthy();
});

it('chooses by words', async () => {
  const draft = await open('results', { language: 'uk' });
  await person.press('Жодних відсотків до оголошення переможців', 'radio');
  expect(draft.value('results.visibility')).toBe('hidden');
});

it('shows a problem beside its field, and one of a whole part above the fields', async () => {
  await open('dates', { problems: [problem('phases', 'order'), problem('phases.votingOpensAt', 'time')] });
  expect(await page.find(/times must be in order/)).toBeTruthy();
  const field = await screen.findByLabelText('Voting opens');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.closest('[data-field]')?.textContent).toContain('must be a date and time with its offset');
});
