// @vitest-environment happy-dom
import { act, fireEvent, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CLUSTERS, clusterOf, hidden, listOf, REVEALED, readOf } from '../../testing/clusters.ts';
import { page, person, startScreen } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { answersOf, PERSON, PREVIEW } from '../../testing/exclusions.ts';
import { refusal } from '../../testing/fake-api.ts';
import { requestBody, stubPasskeys } from '../../testing/passkeys.ts';

const { answers, open, sentTo, address } = startScreen('/suspicious', () => ({
  ...answersOf({}),
  'GET /clusters': { body: listOf(CLUSTERS) },
  'GET /clusters/1': { body: readOf() },
}));
/** The beginning of ids. */
const OTHER = '00000000-0000-4000-8000-0000000001';
const text = () => (document.body.textContent ?? '').replace(/\s+/g, ' ');
/** The headlines of the groups in a part of the list. */
const headlines = (part: Element | null = document.querySelector('main')) =>
  [...(part?.querySelectorAll('li > div > a') ?? [])].map(({ textContent }) => textContent);
/** With few people each query by role is quick. */
const fewPeople = () => {
  answers['GET /clusters/1'] = { body: readOf({ members: readOf().members.toSpliced(1, 38) }) };
};
const group = async () => {
  await open({ at: '/suspicious/1' });
  await page.heading('Without these 41 votes Quiet Harbor leads');
};

describe('the list of suspicious votes', () => {
  it('has the largest effect first, then honest crowds, and those decided behind a disclosure', async () => {
    await open();
    await page.find('Without these 41 votes Quiet Harbor leads');
    expect(page.has('to decide: 3')).toBe(true);
    expect(headlines()).toEqual([
      'Without these 41 votes Quiet Harbor leads',
      'Without these 96 votes Quiet Harbor is in place 3, not 2',
      'No place changes',
      'One post, all at once',
      'One place, one network',
      'No place changes',
    ]);
    expect(text()).toMatch(/Looked at 20:14, 3,118 groups compared\./);
    expect(text()).toContain('312 of 312 people came from one network, as people in one hall, office or school do.');
    expect(text()).toContain('Best Partner: Crypto, for Copperfinch, 24 Nov, 19:52–20:01');
    expect(headlines(document.querySelector('details'))).toEqual(['No place changes']);
    expect([page.has('changes a winner'), page.has('look closer')]).toEqual([true, true]);
  });

  it('says in the navigation how many groups need somebody', async () => {
    const me = meOf('auditor');
    answers['GET /me'] = { body: { ...me, waiting: { ...me.waiting, clusters: 3 } } };
    await open();
    await page.find('Without these 41 votes Quiet Harbor leads');
    expect(page.links()).toContain('Suspicious 33 groups need somebody');
  });

  it('shows no nominee and no place under an embargo, but the largest group first', async () => {
    answers['GET /clusters'] = { body: listOf(hidden(CLUSTERS)) };
    await open();
    await page.find(/^The results are under embargo/);
    expect(headlines()[0]).toMatch(/^36 of 41 people waited equally long/);
    expect(text()).not.toMatch(/Copperfinch|Harbor leads|place \d|Crypto/);
  });

  it('says that nothing waits, and that nobody looked yet', async () => {
    answers['GET /clusters'] = { body: { searched: null, clusters: [] } };
    await open();
    await page.find('No group waits for a decision');
    expect(text()).toContain('The votes have not been looked at yet.');
  });
});

describe('one group', () => {
  it('says why it stands together, what it changes and what speaks for it, in Ukrainian', async () => {
    await open({ at: '/suspicious/1', language: 'uk' });
    await page.heading('Без цих 41 голосу лідирує Тиха гавань');
    expect(text()).toContain('У 38 із 41 людини номери телефону йдуть поспіль (+380 67 555); серед решти — у 0,03%.');
    expect(text()).toContain('Усе разом: менш ніж 1 шанс на 1 000 000 000.');
    expect(text()).toContain('Copperfinch, без них Тиха гавань');
    expect(text()).toContain('3 людини мають менш ніж дві спільні ознаки');
  });

  it('moves along the threads with the arrow keys, and says what each person shares', async () => {
    await group();
    const map = within(document.body).getByRole('listbox', { name: 'What they share' });
    await act(async () => map.focus());
    for (let pressed = 0; pressed < 45; pressed += 1) fireEvent.keyDown(map, { key: 'ArrowDown' });
    const chosen = within(map).getByRole('option', { selected: true });
    expect(chosen.getAttribute('aria-label')).toBe('k•••40@gm•••.com: voted within the same minutes');
    expect(map.getAttribute('aria-activedescendant')).toBe(chosen.id);
  });

  it('draws 60 threads of a large group, and says so', async () => {
    const members = [...readOf().members, ...readOf().members].map((each, place) => ({
      ...each,
      voterId: `${OTHER}${place + 10}`,
    }));
    answers['GET /clusters/1'] = { body: readOf({ members }) };
    await group();
    expect(within(document.body).getAllByRole('option')).toHaveLength(60);
    expect(text()).toContain('60 of 82 people are drawn.');
  });

  it('spares nobody of a group in which nobody shares more than one thing', async () => {
    const members = readOf().members.slice(38);
    answers['GET /clusters/1'] = { body: readOf({ members, reasons: readOf().reasons.slice(2, 3) }) };
    await group();
    expect([text().includes('fewer than two'), page.has(/^Leave them out/)]).toEqual([false, false]);
  });

  it('leads to the preview of an exclusion of exactly these people without those who hardly share anything', async () => {
    answers['POST /exclusions/rehearsal'] = {
      body: { success: true, data: { ...PREVIEW, sample: [PERSON], moreThanHalf: false } },
    };
    await group();
    await person.press('Leave them out of the exclusion: 38 remain', 'checkbox');
    await person.press('Preview exclusion');
    await page.heading('Propose it');
    const voters = readOf().members.slice(0, 38);
    expect(sentTo('POST /exclusions/rehearsal')).toEqual([
      {
        selection: {
          voters: voters.map(({ voterId }) => voterId),
          nominees: ['best-partner/crypto/copperfinch'],
        },
      },
    ]);
    expect(page.has('Exactly the 38 people of the suspicious group are selected')).toBe(true);
    expect(document.querySelector('main details')?.matches('[open]')).toBe(false);
    expect(page.field('Public reason in English').value).toBe(
      '38 of 41 people have phone numbers in one row; among everyone else, 0.03% do. 41 of 41 people voted here and nowhere else; among everyone else, 17% do.',
    );
    expect(page.field('Public reason in Ukrainian').value).toMatch(/^У 38 із 41 людини .+ У 41 із 41 людини /);
    await person.press('All exclusions', 'link');
    await person.press('New exclusion', 'link');
    await page.heading('New exclusion');
    expect(page.field('Voter ids').value).toBe('');
  });

  it('is set aside only with what explains it, and says when it comes back', async () => {
    fewPeople();
    answers['POST /clusters/1/decide'] = { body: clusterOf({ state: 'dismissed' }) };
    await group();
    await person.press('Not fraud');
    await page.find(/only if it grows by a quarter, to 52 people/);
    await person.explain('their stream at 19:50', 'Not fraud');
    expect(sentTo('POST /clusters/1/decide')).toEqual([]);
    await person.press('One call to vote: a post, a mail, a stream', 'radio');
    await person.pressIn('Not fraud', 'Not fraud');
    await page.find('Your decision is kept');
    expect(sentTo('POST /clusters/1/decide')).toEqual([
      { state: 'dismissed', why: 'one_call', reason: 'their stream at 19:50' },
    ]);
  });

  it('that was decided says who did it and why, and can be opened again', async () => {
    const [decided] = CLUSTERS.filter(({ state }) => state === 'dismissed');
    answers['GET /clusters/1'] = { body: readOf({ state: 'dismissed', decided: decided?.decided ?? null }) };
    answers['POST /clusters/1/decide'] = { body: clusterOf() };
    await group();
    expect(text()).toContain(
      'Olena (console), 24 Nov, 19:59: One call to vote: a post, a mail, a stream. the stream of Harbor',
    );
    expect([page.button('Preview exclusion'), page.button('Not fraud')]).toEqual([null, null]);
    await person.press('Open again');
    await person.explain('it was no stream', 'Open again');
    await page.find('Your decision is kept');
    expect(sentTo('POST /clusters/1/decide')).toEqual([{ state: 'open', reason: 'it was no stream' }]);
  });

  it('shows names only after a reason and the passkey', async () => {
    fewPeople();
    stubPasskeys('works');
    answers['POST /sign-in/options'] = { body: requestBody };
    answers['POST /confirm'] = () => {
      answers['POST /clusters/1/people'] = { body: REVEALED };
      return { body: { success: true } };
    };
    answers['POST /clusters/1/people'] = refusal(403, 'console.passkey_needed');
    await group();
    await page.find('k•••40@gm•••.com');
    await person.press('Show names, recorded');
    await person.explain('to call one of them', 'Show names, recorded');
    await person.press('Use the passkey');
    await page.find('Voter 0, voter0@example.org');
    expect(page.button('Show names, recorded')).toBeNull();
  });

  it('shows neither people nor buttons to who may see no people', async () => {
    answers['GET /me'] = { body: meOf('auditor') };
    answers['GET /clusters/1'] = { body: readOf({ members: [] }) };
    await group();
    expect(page.has('Owners and organisers see who they are.')).toBe(true);
    expect(['Preview exclusion', 'Watch', 'Show names, recorded'].map(page.button)).toEqual([null, null, null]);
    expect(address()).toBe('/suspicious/1');
  });

  it('shows no nominee under an embargo, and selects all votes of its people', async () => {
    answers['GET /clusters/1'] = { body: readOf({ choices: null, effect: null, timeline: null }) };
    answers['POST /exclusions/rehearsal'] = refusal(409, 'console.embargo');
    await open({ at: '/suspicious/1' });
    await page.heading('41 people who share more than chance explains');
    expect(text()).not.toMatch(/Copperfinch|Harbor|Crypto|place \d/);
    await person.press('Preview exclusion');
    await page.find('Exactly the 41 people of the suspicious group are selected');
    await expect
      .poll(() => sentTo('POST /exclusions/rehearsal'))
      .toMatchObject([{ selection: { voters: { length: 41 } } }]);
    expect(JSON.stringify(sentTo('POST /exclusions/rehearsal'))).not.toContain('nominees');
  });
});
