// @vitest-environment happy-dom
import { STEP_KINDS } from '@laurel/contracts/console/calls/entries';
import { within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { page, person, startScreen } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { candidate, detailsOf, entriesOf, step } from '../../testing/entries.ts';
import { done, refusal } from '../../testing/fake-api.ts';
import type { Details, Entries } from './types.ts';

let listed: Entries['candidates'];
let near: Details['near'];
let steps: Entries['steps'];

const stepped = { body: { success: true, data: { step: 50 } } };

const { answers, calls, open, sentTo } = startScreen('/entries', () => {
  listed = [candidate(1, 'Kite & Rook', 23), candidate(2, 'Lighthouse', 17, { entries: 19 }), candidate(3, 'Сімка', 3)];
  near = [];
  steps = [];
  const calls = listed.flatMap((each) => [
    [`GET /entries/candidates/${each.id}`, () => ({ body: detailsOf(each, each.id === 2 ? { near } : {}) })] as const,
    ...STEP_KINDS.map((kind) => [`POST /entries/candidates/${each.id}/${kind}`, stepped] as const),
  ]);
  return {
    'GET /me': { body: meOf('organiser') },
    'GET /entries': () => ({ body: entriesOf(listed, steps) }),
    ...Object.fromEntries(calls),
  };
});

const alike = (id: number, given: Partial<Details['near'][number]> = {}) => ({
  ...{ ...candidate(id, `Light House ${id}`, 4), likeness: 82, sameLink: true, together: 20 },
  ...given,
});
const current = async (name: string) => page.heading(name);
const press = (keys: string) => userEvent.setup({ document }).keyboard(keys);
/** The changes that were sent, such as "1/accept". */
const sent = (): string[] =>
  calls()
    .filter((call) => call.startsWith('POST'))
    .map((call) => call.replace(/POST \/entries\/(candidates\/)?/, ''));
const start = async (name: string): Promise<void> => {
  await open();
  await page.find('What people wrote');
  await person.press(new RegExp(`${name}.*spelling`));
  await current(name);
};
const text = (): string => document.body.textContent?.replace(/[\s\u2068\u2069]+/g, ' ') ?? '';

describe('the desk', () => {
  it('says what is gathered and decided, and opens the candidate that waits with the most people', async () => {
    listed[0] = candidate(1, 'Kite & Rook', 23, { state: 'accepted' });
    await open();
    await current('Lighthouse');
    expect(text()).toContain('412 entries by 286 people, gathered into 50 candidates.');
    expect(text()).toContain('28 of 50 decided');
    expect(text()).toContain('17 people in 19 entries. Who wrote twice counts once.');
  });

  it('shows another category', async () => {
    answers['GET /entries?nomination=affiliate&niche=casino'] = { body: entriesOf([candidate(1, 'Velvet Key', 7)]) };
    await open();
    await person.choose('Category, 3 of 3 left', 'affiliate/casino');
    await current('Velvet Key');
  });

  it('links web addresses alone, in a way that tells the site nothing', async () => {
    const links = ['https://lighthouse.example/a', '@lighthouse', 'javascript:alert(1)'];
    const [spelling] = detailsOf(candidate(1, 'Kite & Rook', 23)).spellings;
    const spellings = spelling ? [{ ...spelling, links, why: ['Fair'] }] : [];
    answers['GET /entries/candidates/1'] = { body: detailsOf(candidate(1, 'Kite & Rook', 23), { spellings }) };
    await open();
    const link = await within(document.body).findByRole('link', { name: /lighthouse/ });
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(page.has('@lighthouse')).toBe(true);
    expect(document.querySelector('[href^="javascript"]')).toBeNull();
  });

  it('lets an auditor look, and change nothing by button or key', async () => {
    answers['GET /me'] = { body: meOf('auditor') };
    near = [alike(8)];
    steps = [step(9)];
    await start('Lighthouse');
    await page.find(/Is .* the same/);
    for (const name of ['Accept', 'Merge', 'Undo']) expect(page.button(name)).toBeNull();
    expect(within(document.body).queryByRole('checkbox')).toBeNull();
    await press('{a}{m}{c}{r}{u}');
    expect(sent()).toEqual([]);
    expect(page.dialog()).toBeNull();
  });
});

describe('the keys', () => {
  it('accept one candidate after another, without waiting for the server', async () => {
    answers['POST /entries/candidates/1/accept'] = () => new Promise(() => undefined);
    await open();
    await current('Kite & Rook');
    await press('a');
    await current('Lighthouse');
    await press('j');
    await current('Сімка');
    await press('ka');
    await current('Сімка');
    expect(sent()).toEqual(['1/accept', '2/accept']);
  });

  it('do nothing once they are switched off in the list of all keys', async () => {
    await open();
    await current('Kite & Rook');
    await press('?');
    await page.heading('All keys');
    await person.press('Switch letters off');
    await press('a?');
    await press('{ArrowDown}');
    await current('Lighthouse');
    expect(page.dialog()).toBeNull();
    expect(sent()).toEqual([]);
  });
});

describe('a candidate that is alike', () => {
  it('is asked about with the sum of people, and M merges it and asks about the next one', async () => {
    near = [alike(8), alike(9, { sameLink: false, together: 21 })];
    await start('Lighthouse');
    await page.find(/Light House 8/);
    expect(text()).toContain('82% alike by name, and the same link.');
    expect(text()).toContain('17 people + 4, less 1 who put both forward = 20');
    answers['POST /entries/candidates/2/merge'] = () => {
      near = near.slice(1);
      return stepped;
    };
    await press('m');
    await page.find(/Light House 9/);
    expect(text()).toContain('17 people + 4 = 21');
    expect(sentTo('POST /entries/candidates/2/merge')).toEqual([{ other: 8 }]);
  });

  it('is asked about no more after N, and again if a merge is refused', async () => {
    near = [alike(8), alike(9)];
    answers['POST /entries/candidates/2/merge'] = refusal(409, 'console.changed');
    await start('Lighthouse');
    await page.find(/Light House 8/);
    await press('n');
    await page.find(/Light House 9/);
    expect(sent()).toEqual([]);
    await press('m');
    await page.find(/Somebody else has just changed this/);
    await page.find(/Light House 9/);
  });
});

describe('a candidate', () => {
  it('is split by S into the ticked spellings, of which one must stay', async () => {
    await start('Lighthouse');
    await person.press(/Lighthouse LTD/, 'checkbox');
    await press('s');
    const body = { entries: ['00000000-0000-4000-8000-000000000002'], name: 'Lighthouse LTD' };
    await expect.poll(() => sentTo('POST /entries/candidates/2/split')).toEqual([body]);
    for (const box of within(document.body).getAllByRole('checkbox')) await userEvent.click(box);
    await press('s');
    expect(page.button('Split off')).toBeNull();
    expect(sentTo('POST /entries/candidates/2/split')).toHaveLength(1);
  });

  it('is moved by C to another category, and the keys go on with the next one', async () => {
    await open();
    await current('Kite & Rook');
    await press('c');
    await page.heading(/^Move/);
    listed = listed.slice(1);
    await person.explain('It has casinos alone', 'Move');
    await current('Lighthouse');
    expect(sentTo('POST /entries/candidates/1/move')).toEqual([
      { nomination: 'affiliate', niche: 'casino', reason: 'It has casinos alone' },
    ]);
    await press('a');
    await current('Сімка');
  });

  it('is rejected by R with a reason, and reopened', async () => {
    await open();
    await current('Kite & Rook');
    await press('r');
    await page.heading(/^Reject/);
    listed[0] = candidate(1, 'Kite & Rook', 23, { state: 'rejected' });
    await person.explain('It closed in spring', 'Reject');
    await current('Lighthouse');
    expect(sentTo('POST /entries/candidates/1/reject')).toEqual([{ reason: 'It closed in spring' }]);
    await press('k');
    await person.press('Reopen');
    expect(sent()).toEqual(['1/reject', '1/reopen']);
  });
});

describe('a step', () => {
  it('is undone by U if it is the person’s own newest one, or by its button unless something newer stands on it', async () => {
    const theirs = step(9, { actor: 'Taras', kind: 'reject', name: 'Velvet Key', reason: 'It closed in spring' });
    steps = [theirs, step(8, { undone: true }), step(7), step(6, { kind: 'accept' })];
    answers['POST /entries/steps/7/undo'] = done;
    answers['POST /entries/steps/9/undo'] = refusal(409, 'console.changed');
    await open();
    await current('Kite & Rook');
    await press('u');
    await expect.poll(sent).toEqual(['steps/7/undo']);
    await person.press('Undo Velvet Key');
    expect(await page.find(/Something newer stands on this step/)).toBeTruthy();
    expect(sent()).toEqual(['steps/7/undo', 'steps/9/undo']);
  });
});
