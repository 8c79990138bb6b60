// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { closeConsole, openConsole, page, person } from '../../testing/console.tsx';
import { AT, answersOf, OBJECTION, PREVIEW, type Shown } from '../../testing/exclusions.ts';
import { done, type FakeAnswer, refusal, stubApi } from '../../testing/fake-api.ts';

let shown: Awaited<ReturnType<typeof openConsole>> | undefined;
afterEach(closeConsole);

const open = async (path: string, { language = 'en', ...given }: Shown & { language?: 'en' | 'uk' } = {}) => {
  const api = stubApi(answersOf(given));
  shown = await openConsole(path, language);
  return api;
};

const TAKEN = { at: AT, by: 'Taras (console)' };
const UNDO = { ...TAKEN, reason: 'the wrong network' };

describe('the list of exclusions', () => {
  it('shows each with its state, and leads to it', async () => {
    await open('/exclusions');
    await page.find('one device farm');
    expect(page.has('needs a second person')).toBe(true);
    await person.press('Exclusion E-7', 'link');
    await page.heading('What applying it would change');
    expect(shown?.address()).toBe('/exclusions/7');
  });

  it('says that it is empty, and has no button for a new exclusion if the role may not make one', async () => {
    const api = await open('/exclusions', { role: 'auditor' });
    api.answers['GET /exclusions'] = { body: { exclusions: [], next: null } };
    await shown?.refresh();
    await page.find('No votes are excluded');
    expect(page.links()).not.toContain('New exclusion');
  });

  it('says why it did not load', async () => {
    const api = await open('/exclusions');
    api.answers['GET /exclusions'] = refusal(503, 'server.unavailable');
    await shown?.refresh();
    expect(await page.alert()).toContain('The server is busy');
  });
});

describe('an exclusion', () => {
  it('shows numbers, changed winners in words, and all nominees of a category', async () => {
    await open('/exclusions/7');
    await page.find('Best Partner: Crypto');
    expect(page.has('winner changes')).toBe(true);
    expect(page.has('changes')).toBe(true);
    expect(page.has('31.90%')).toBe(true);
    expect(page.has('24.02%')).toBe(true);
    await person.press('Show all nominees of Best Partner: Crypto');
    const dialog = page.dialog();
    expect(dialog?.textContent).toContain('Quiet Harbor');
    expect(dialog?.textContent).toContain('2 → 1');
    expect(dialog?.textContent?.replace(/\s/g, ' ')).toContain('640 → 431');
  });

  it('shows how many votes match only since the proposal, and how many match no longer', async () => {
    await open('/exclusions/7', { preview: { later: 3, unmatched: 1 } });
    await page.find('3 votes that match were cast after the proposal. This exclusion does not hold them.');
    expect(page.has(/1 vote that it holds does not match any more/)).toBe(true);
  });

  it('says that it hides under an embargo how many votes match by now', async () => {
    await open('/exclusions/7', { preview: { later: null, unmatched: null } });
    await page.find(/How many votes match by now is hidden until the winners are announced/);
    expect(page.has(/cast after the proposal/)).toBe(false);
  });

  it.each([
    [1, 'These votes are of 1 person. If votes are in a public record'],
    [4, 'These votes are of 4 people. If votes are in a public record'],
  ])('warns that the public record shows how %i excluded people voted', async (people, text) => {
    await open('/exclusions/7', { preview: { people } });
    await page.find(new RegExp(text));
  });

  it('does not warn of the public record if five people are excluded', async () => {
    await open('/exclusions/7', { preview: { people: 5 } });
    await page.find('winner changes');
    expect(page.has(/public record/)).toBe(false);
  });

  const none = { winners: [], nominees: [] };
  const hiddenCategories = PREVIEW.categories.map((each) => ({
    ...each,
    before: none,
    after: none,
    winnersChange: false,
    hidden: true,
  }));

  it('hides shares and winners under an embargo', async () => {
    await open('/exclusions/7', { preview: { categories: hiddenCategories } });
    await page.find('Shares and winners are hidden from the team until the winners are announced.');
    expect(page.has(/^winners? changes?$/)).toBe(false);
  });

  it('of few people shows neither shares nor values to a role that may not know them', async () => {
    const selection = { mailDomains: 2, networks: [] };
    await open('/exclusions/7', {
      role: 'auditor',
      exclusion: { selection },
      preview: { people: 3, categories: hiddenCategories },
    });
    await page.find(/^Fewer than five people cast these votes/);
    expect(page.has('2 values, hidden')).toBe(true);
    expect(page.has('forgotten: a person was erased')).toBe(true);
  });

  it.each([
    ['a proposal of somebody else', {}, ['Approve', 'Refuse']],
    ['a proposal of this person', { own: true }, []],
    ['a proposal that needs no second person', { approvals: 1, own: true }, ['Apply']],
    ['an approved exclusion', { state: 'approved', own: true }, ['Apply']],
    ['an applied one (1 approval)', { state: 'applied', approvals: 1, validUntil: null, applied: TAKEN }, ['Undo']],
    ['an applied one (2 approvals)', { state: 'applied', validUntil: null, applied: TAKEN }, ['Propose to undo']],
    ['one that somebody else proposed to undo', { state: 'applied', applied: TAKEN, undoProposed: UNDO }, ['Undo']],
    ['one that this person proposed to undo', { state: 'applied', applied: TAKEN, undoProposed: UNDO, own: true }, []],
    ['an undone exclusion', { state: 'undone' }, []],
    ['a refused exclusion', { state: 'refused' }, []],
  ] as const)('offers the steps of %s', async (_what, change, expected) => {
    await open('/exclusions/7', { exclusion: change });
    await page.heading('The decision');
    const offered = () =>
      ['Approve', 'Refuse', 'Apply', 'Propose to undo', 'Undo'].filter((name) => page.button(name) !== null);
    expect(offered()).toEqual(expected);
  });

  it.each([
    [false, 'Taras (console) proposed to undo this: “the wrong network”. If you agree, undo it.'],
    [true, 'You proposed to undo this: “the wrong network”. Somebody else must agree and undo it.'],
  ])('says who proposed to undo it, and until when (own: %s)', async (own, text) => {
    await open('/exclusions/7', { exclusion: { state: 'applied', applied: TAKEN, undoProposed: UNDO, own } });
    await page.find(text);
    expect(page.has('It can be undone until')).toBe(true);
    expect(page.has('Undo proposed')).toBe(true);
  });

  it('can be proposed for undoing; the dialog says that somebody else must undo it', async () => {
    const change = { state: 'applied', validUntil: null, applied: TAKEN } as const;
    const api = await open('/exclusions/7', { exclusion: change });
    api.answers['POST /exclusions/7/propose-undo'] = done;
    await page.find('Best Partner: Crypto');
    await person.press('Propose to undo');
    await page.find(/No count changes until somebody else undoes it, within 24 hours/);
    expect(page.has(/people get a mail/)).toBe(false);
    await person.explain('the wrong network', 'Propose to undo', 'Propose to undo exclusion E-7');
    await page.find('Somebody else must now undo exclusion E-7');
    expect(api.sentTo('POST /exclusions/7/propose-undo')).toEqual([{ reason: 'the wrong network' }]);
  });

  it('offers no steps, no people and no objections to an auditor', async () => {
    const api = await open('/exclusions/7', { role: 'auditor', exclusion: { objections: 1 } });
    await page.heading('The decision');
    for (const name of ['Approve', 'Refuse', 'Export as CSV']) expect(page.button(name)).toBeNull();
    expect(api.sentTo('GET /exclusions/7/objections')).toEqual([]);
  });

  it('is applied with a reason, after a dialog that says in numbers what will happen', async () => {
    const api = await open('/exclusions/7', { exclusion: { state: 'approved' } });
    api.answers['POST /exclusions/7/apply'] = done;
    await page.find('Best Partner: Crypto');
    await person.press('Apply');
    await page.find('214 votes of 209 people leave the count. They stay stored, and this can be undone.');
    await page.find('The winner changes in 1 category.');
    await page.find('209 people get a mail, if they have an account with a confirmed address.');
    await person.explain('agreed by the jury', 'Apply', 'Apply exclusion E-7');
    await page.find('Exclusion E-7 is applied. Statistics follow within seconds');
    expect(api.sentTo('POST /exclusions/7/apply')).toEqual([{ reason: 'agreed by the jury' }]);
  });

  it('can be applied only with a current preview, which is read again when the dialog opens', async () => {
    const api = await open('/exclusions/7', { exclusion: { state: 'approved' } });
    await page.find('Best Partner: Crypto');
    const name = 'GET /exclusions/7/preview';
    const [before, current] = [api.sentTo(name).length, api.answers[name]];
    const asked = Promise.withResolvers<FakeAnswer>();
    api.answers[name] = () => asked.promise;
    await person.press('Apply');
    await page.find('214 votes of 209 people leave the count. They stay stored, and this can be undone.');
    expect(api.sentTo(name)).toHaveLength(before + 1);
    await person.fill('Why', 'agreed by the jury');
    const apply = () => page.dialog()?.querySelector('button[type=submit]')?.getAttribute('aria-disabled');
    expect([apply(), page.has('The winner changes in 1 category.')]).toEqual(['true', false]);
    asked.resolve(refusal(503, 'server.unavailable'));
    await expect.poll(() => page.dialog()?.textContent).toContain('The server is busy');
    expect(apply()).toBe('true');
    if (current) api.answers[name] = current;
    await person.pressIn('Apply exclusion E-7', 'Try again');
    await page.find('The winner changes in 1 category.');
    expect(apply()).toBeNull();
  });

  it('loads and shows its people only after a press of the button', async () => {
    const api = await open('/exclusions/7');
    await page.heading('People concerned');
    expect(api.sentTo('GET /exclusions/7/people')).toEqual([]);
    await person.press('See the 209 accounts');
    await page.find('v***r@e***.org');
  });

  it('shows objections, and answers one', async () => {
    const api = await open('/exclusions/7', {
      exclusion: { state: 'applied', applied: { at: AT, by: 'Taras (console)' }, objections: 1 },
    });
    api.answers['GET /exclusions/7/objections'] = { body: { objections: [OBJECTION], next: null } };
    api.answers['POST /objections/3/answer'] = done;
    await shown?.refresh();
    await page.find('These were my own votes.');
    await person.press('Answer v***r@e***.org');
    await person.fill('Your answer', 'We looked again.\nThey were not.');
    await person.explain('checked the visits', 'Send the answer', 'Answer the objection');
    await page.find('The answer is on its way');
    expect(api.sentTo('POST /objections/3/answer')).toEqual([
      { answer: 'We looked again.\nThey were not.', reason: 'checked the visits' },
    ]);
  });

  it('is shown in Ukrainian, with the plural forms of its numbers', async () => {
    await open('/exclusions/7', { language: 'uk' });
    await page.find('Найкращий партнер: крипто');
    expect(page.has('переможець змінюється')).toBe(true);
    expect(page.has('голосів не враховується')).toBe(true);
  });
});
