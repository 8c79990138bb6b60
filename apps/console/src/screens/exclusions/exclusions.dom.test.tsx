// @vitest-environment happy-dom
import type { ExclusionPreview, ExclusionSummary, Objection } from '@laurel/contracts/console/exclusion-records';
import type { Role } from '@laurel/contracts/console/permissions';
import { act } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openConsole, page, person } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { done, refusal, stubApi } from '../../testing/fake-api.ts';
import { type Criteria, NO_CRITERIA, selectionFrom } from './criteria.ts';
import type { Exclusion } from './types.ts';

const AT = '2026-11-24T19:42:00.000Z';
const ACCOUNT = '00000000-0000-4000-8000-000000000077';
const nobody = { at: null, by: null };

const SUMMARY: ExclusionSummary = {
  id: 7,
  state: 'proposed',
  approvals: 2,
  votes: 214,
  people: 209,
  reason: 'one device farm',
  publicReason: { en: 'One person cast them.', uk: 'Їх віддала одна людина.' },
  proposed: { at: AT, by: 'Olena (console)' },
  decided: nobody,
  applied: nobody,
  undone: nobody,
  openObjections: 0,
};
const EXCLUSION: Exclusion = {
  ...SUMMARY,
  evidence: 'registered within 40 minutes',
  selection: { networks: ['203.0.113.0/24'], nominees: ['best-partner/crypto/copperfinch'], accounts: 209 },
  own: false,
  validUntil: '2026-11-25T19:42:00.000Z',
  objections: 0,
};
const nominee = (company: string, votes: number, percentage: number, rank: number) => ({
  company,
  votes,
  percentage,
  rank,
});
const PREVIEW: ExclusionPreview = {
  votes: 214,
  people: 209,
  cast: 20_000,
  categories: [
    {
      nomination: 'best-partner',
      niche: 'crypto',
      votes: 209,
      before: {
        winners: ['copperfinch'],
        nominees: [nominee('copperfinch', 640, 31.9, 1), nominee('harbor', 600, 29.91, 2)],
      },
      after: {
        winners: ['harbor'],
        nominees: [nominee('harbor', 600, 33.37, 1), nominee('copperfinch', 431, 24.02, 2)],
      },
      winnersChange: true,
      hidden: false,
    },
    {
      nomination: 'media',
      niche: 'podcast',
      votes: 5,
      before: { winners: ['night-radio'], nominees: [nominee('night-radio', 500, 26.19, 1)] },
      after: { winners: ['night-radio'], nominees: [nominee('night-radio', 500, 26.31, 1)] },
      winnersChange: false,
      hidden: false,
    },
  ],
  inOneCategory: 204,
  withOtherVotes: 5,
  otherVotes: 12,
  later: 0,
  unmatched: 0,
};
const PERSON = { voterId: ACCOUNT, accountId: ACCOUNT, email: 'v***r@e***.org', registeredAt: AT, held: 1, others: 0 };
const OBJECTION: Objection = {
  id: 3,
  accountId: ACCOUNT,
  email: 'v***r@e***.org',
  text: 'These were my own votes.',
  madeAt: AT,
  answer: null,
  answered: nobody,
};
const NAMES = {
  categories: [
    { name: 'best-partner/crypto', title: { en: 'Best Partner: Crypto', uk: 'Найкращий партнер: крипто' } },
    { name: 'media/podcast', title: { en: 'Best Podcast', uk: 'Найкращий подкаст' } },
  ],
  nominees: [
    { name: 'best-partner/crypto/copperfinch', title: { en: 'Copperfinch', uk: 'Copperfinch' }, withdrawn: false },
    { name: 'best-partner/crypto/harbor', title: { en: 'Quiet Harbor', uk: 'Тиха гавань' }, withdrawn: false },
    { name: 'media/podcast/night-radio', title: { en: 'Night Radio', uk: 'Нічне радіо' }, withdrawn: false },
  ],
};

let shown: Awaited<ReturnType<typeof openConsole>> | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
  vi.unstubAllGlobals();
});

type Options = {
  role?: Role;
  exclusion?: Partial<Exclusion>;
  preview?: Partial<ExclusionPreview>;
  language?: 'en' | 'uk';
};
const open = async (
  path: string,
  { role = 'organiser', exclusion = {}, preview = {}, language = 'en' }: Options = {},
) => {
  const api = stubApi({
    'GET /me': { body: meOf(role) },
    'GET /exclusions': { body: { exclusions: [SUMMARY], next: null } },
    'GET /exclusions/names': { body: NAMES },
    'GET /exclusions/7': { body: { ...EXCLUSION, ...exclusion } },
    'GET /exclusions/7/preview': { body: { ...PREVIEW, ...preview } },
    'GET /exclusions/7/people': { body: { people: [PERSON], next: null } },
    'GET /exclusions/7/objections': { body: { objections: [], next: null } },
  });
  shown = await openConsole(path, language);
  return api;
};

describe('the list of exclusions', () => {
  it('shows each with its state, and leads to it', async () => {
    await open('/exclusions');
    await page.find('one device farm');
    expect(page.has('needs a second person')).toBe(true);
    await person.press('Exclusion E-7', 'link');
    await page.heading('What applying it would change');
    expect(shown?.address()).toBe('/exclusions/7');
  });

  it('says that there is none, and who may not change it sees no button', async () => {
    const api = await open('/exclusions', { role: 'auditor' });
    api.answers['GET /exclusions'] = { body: { exclusions: [], next: null } };
    await shown?.refresh();
    await page.find('No votes are excluded');
    expect(page.links()).not.toContain('New exclusion');
  });

  it('says why it could not be read', async () => {
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
    expect(page.has('31.90 %')).toBe(true);
    expect(page.has('24.02 %')).toBe(true);
    await person.press('Show all nominees of Best Partner: Crypto');
    const dialog = page.dialog();
    expect(dialog?.textContent).toContain('Quiet Harbor');
    expect(dialog?.textContent).toContain('2 → 1');
    expect(dialog?.textContent?.replace(/\s/g, ' ')).toContain('640 → 431');
  });

  it('shows the second person what has come and gone since the proposal', async () => {
    await open('/exclusions/7', { preview: { later: 3, unmatched: 1 } });
    await page.find('3 votes that match were cast after the proposal. This exclusion does not hold them.');
    expect(page.has(/1 vote that it holds does not match any more/)).toBe(true);
  });

  it('hides shares and winners under an embargo', async () => {
    const none = { winners: [], nominees: [] };
    const categories = PREVIEW.categories.map((each) => ({
      ...each,
      before: none,
      after: none,
      winnersChange: false,
      hidden: true,
    }));
    await open('/exclusions/7', { preview: { categories } });
    await page.find('Shares and winners are hidden from the team until the winners are announced.');
    expect(page.has('winner changes')).toBe(false);
  });

  it.each([
    ['a proposal of somebody else', {}, ['Approve', 'Refuse']],
    ['an own proposal', { own: true }, []],
    ['a proposal of an edition with one approval', { approvals: 1, own: true }, ['Apply']],
    ['an approved one', { state: 'approved', own: true }, ['Apply']],
    ['an applied one', { state: 'applied', applied: { at: AT, by: 'Taras (console)' } }, ['Undo']],
    ['an undone one', { state: 'undone' }, []],
    ['a refused one', { state: 'refused' }, []],
  ] as const)('offers the steps of %s', async (_what, change, expected) => {
    await open('/exclusions/7', { exclusion: change });
    await page.heading('The decision');
    const offered = () => ['Approve', 'Refuse', 'Apply', 'Undo'].filter((name) => page.button(name) !== null);
    expect(offered()).toEqual(expected);
  });

  it('offers no steps, no people and no objections to an auditor', async () => {
    const api = await open('/exclusions/7', { role: 'auditor' });
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
    await person.fill('Why', 'agreed by the jury');
    await person.pressIn('Apply exclusion E-7', 'Apply');
    await page.find('Exclusion E-7 is applied. Statistics follow within seconds');
    expect(api.sentTo('POST /exclusions/7/apply')).toEqual([{ reason: 'agreed by the jury' }]);
  });

  it('says that somebody else was first, and reads it again', async () => {
    const api = await open('/exclusions/7');
    api.answers['POST /exclusions/7/approve'] = refusal(409, 'console.changed');
    await page.find('Best Partner: Crypto');
    await person.press('Approve');
    await person.fill('Why', 'looked at it');
    const before = api.sentTo('GET /exclusions/7').length;
    await person.pressIn('Approve exclusion E-7', 'Approve');
    expect(await page.alert()).toContain('Somebody else has just changed this');
    expect(api.sentTo('GET /exclusions/7').length).toBeGreaterThan(before);
  });

  it('shows its people only when somebody asks for them', async () => {
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
    await person.fill('Why', 'checked the visits');
    await person.pressIn('Answer the objection', 'Send the answer');
    await page.find('The answer is on its way');
    expect(api.sentTo('POST /objections/3/answer')).toEqual([
      { answer: 'We looked again.\nThey were not.', reason: 'checked the visits' },
    ]);
  });

  it('is read in Ukrainian with its plurals', async () => {
    await open('/exclusions/7', { language: 'uk' });
    await page.find('Найкращий партнер: крипто');
    expect(page.has('переможець змінюється')).toBe(true);
    expect(page.has('голосів не враховується')).toBe(true);
  });
});

describe('a new exclusion', () => {
  const rehearsal = (change: object = {}) => ({
    body: { success: true, data: { ...PREVIEW, sample: [PERSON], moreThanHalf: false, ...change } },
  });

  it('needs a criterion, and names the rule of a wrong one', async () => {
    const api = await open('/exclusions/new');
    await person.press('Preview');
    expect(await page.alert()).toBe('Select the votes: add at least one criterion');
    await person.fill('Networks', '203.0.113.7');
    await person.press('Preview');
    await page.find('Write a network like 203.0.113.0/24 or 2001:db8::/48');
    expect(api.sentTo('POST /exclusions/rehearsal')).toEqual([]);
  });

  it('is previewed before anything is stored, then proposed with its reasons', async () => {
    const api = await open('/exclusions/new');
    api.answers['POST /exclusions/rehearsal'] = rehearsal();
    api.answers['POST /exclusions'] = { status: 201, body: { success: true, data: { id: 7 } } };
    await person.fill('Networks', '203.0.113.0/24\n\n2001:db8::/48 ');
    await person.choose('Nominees', 'best-partner/crypto/copperfinch');
    await person.press('Preview');
    await page.find('1 of the accounts');
    expect(page.has('v***r@e***.org')).toBe(true);
    const selection = { networks: ['203.0.113.0/24', '2001:db8::/48'], nominees: ['best-partner/crypto/copperfinch'] };
    expect(api.sentTo('POST /exclusions/rehearsal')).toEqual([{ selection }]);
    expect(api.sentTo('POST /exclusions')).toEqual([]);

    await person.fill('Public reason in English', 'One person cast them.');
    await person.fill('Public reason in Ukrainian', 'Написала ada@example.org');
    await person.fill('Reason for the team', 'one device farm');
    await person.press('Propose');
    await page.find(/Name no person/);
    await person.fill('Public reason in Ukrainian', 'Їх віддала одна людина.');
    await person.press('Propose');
    await page.heading('The decision');
    expect(shown?.address()).toBe('/exclusions/7');
    expect(api.sentTo('POST /exclusions')).toEqual([
      {
        selection,
        publicReason: { en: 'One person cast them.', uk: 'Їх віддала одна людина.' },
        reason: 'one device farm',
        evidence: '',
        moreThanHalf: false,
      },
    ]);
  });

  it('can’t be proposed after a change of the criteria until it is previewed again', async () => {
    const api = await open('/exclusions/new');
    api.answers['POST /exclusions/rehearsal'] = rehearsal();
    await person.fill('Networks', '203.0.113.0/24');
    await person.press('Preview');
    await page.heading('Propose it');
    await person.fill('Networks', '203.0.113.0/25');
    await page.find('The criteria have changed. Preview them again before you propose this.');
    expect(page.button('Propose')).toBeNull();
  });

  it('of more than half of all votes needs a confirmation', async () => {
    const api = await open('/exclusions/new');
    api.answers['POST /exclusions/rehearsal'] = rehearsal({ votes: 12_000, moreThanHalf: true });
    await person.fill('Networks', '203.0.113.0/24');
    await person.press('Preview');
    await page.find('That is more than half of all votes: 12,000 of 20,000.');
    expect(page.button('Propose')?.getAttribute('aria-disabled')).toBe('true');
    act(() => page.field('Yes, leave out 12,000 of all 20,000 votes: more than half').click());
    await vi.waitFor(() => expect(page.button('Propose')?.getAttribute('aria-disabled')).toBeNull());
  });

  it('says that no vote matches', async () => {
    const api = await open('/exclusions/new');
    api.answers['POST /exclusions/rehearsal'] = refusal(400, 'request.invalid', {
      fields: { selection: 'No vote matches. Change a criterion' },
    });
    await person.fill('Networks', '198.51.100.0/24');
    await person.press('Preview');
    expect(await page.alert()).toBe('No vote matches. Change a criterion');
  });
});

describe('the criteria', () => {
  it('are one value a line, and moments of this device in UTC', () => {
    const criteria: Criteria = { ...NO_CRITERIA, numbers: '+38067\n', from: '2026-12-01T20:00', until: 'soon' };
    expect(selectionFrom(criteria)).toEqual({
      numbers: ['+38067'],
      from: new Date('2026-12-01T20:00').toISOString(),
      until: 'soon',
    });
  });
});
