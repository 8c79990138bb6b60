// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../../i18n/i18n.ts';
import { useModals } from '../../../modals/store.ts';
import { cleanUp } from '../../../testing/clean-up.ts';
import { category, company, LIVE, nomination } from '../../../testing/edition.ts';
import { act, render } from '../../../testing/render.tsx';
import type { Ballot, DeepLink } from '../flow.ts';
import { NominationList } from './nomination-list.tsx';

const bell = company('bell', { link: 'https://www.bell.example/' });
const SINGLE = nomination('single', category('all', 'ada', bell));
const DOUBLE = nomination('double', category('crypto', 'ada'), category('finance', 'bell', 'clio'));
const STATISTICS = [
  {
    nomination: 'single',
    niche: 'all',
    results: [
      { company: 'ada', percentage: 25 },
      { company: 'bell', percentage: 75 },
    ],
  },
];

/** The totals of a category in which nobody voted. */
const NOBODY = [{ nomination: 'single', niche: 'all', results: [{ company: 'ada', percentage: 0 }] }];

let shown: Awaited<ReturnType<typeof render>>;
const [onVote, onExpand] = [vi.fn(), vi.fn()];
const list = (own: Partial<Ballot>, link: DeepLink, expanded: readonly string[]) => (
  <NominationList
    nominations={[SINGLE, DOUBLE]}
    ballot={{ statistics: STATISTICS, ownVotes: [], phase: 'open', results: LIVE, onVote, ...own }}
    link={link}
    expanded={expanded}
    onExpand={onExpand}
  />
);
const open = async (own: Partial<Ballot> = {}, link: DeepLink = { kind: 'none' }, expanded = ['single']) => {
  shown = await render(list(own, link, expanded));
};
const all = (selector: string) => [...shown.container.querySelectorAll<HTMLElement>(selector)];
const texts = (selector: string) => all(selector).map(({ textContent }) => textContent);
const votes = () => texts('[data-company] button').filter((text) => text.startsWith('Vote'));
const press = (element: HTMLElement | undefined) => act(() => element?.click());

beforeEach(async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  await startI18n('en');
});
afterEach(cleanUp);

describe('a nominee', () => {
  it('NM-04 is sorted by percentage, which is readable as text, with the leader first', async () => {
    await open();
    expect(all('[data-company]').map(({ dataset }) => [dataset.company, dataset.rank])).toEqual([
      ['bell', 'leader'],
      ['ada', undefined],
    ]);
    expect(texts('[data-company=bell] span[aria-hidden=true]')[0]).toBe('75.00%');
    expect(shown.container.querySelector('[data-company=bell]')?.textContent).toContain('bell.example');
    expect(shown.container.querySelector('[data-company=bell]')?.textContent).not.toContain('www.');
  });

  it('can be voted for while voting is open, with its own nomination and category', async () => {
    await open();
    expect(votes()).toHaveLength(2);
    await press(all('[data-company=ada] button').at(-1));
    expect(onVote.mock.calls).toEqual([[{ nomination: 'single', niche: 'all', vote: 'ada' }]]);
  });

  it.each(['scheduled', 'closed', 'announced'] as const)('can’t be voted for when it is %s', async (phase) => {
    await open({ phase });
    expect(votes()).toEqual([]);
  });

  it('VO-02 LP-16 is marked after the vote, which disables voting in its category, and stands in a banner', async () => {
    await open({ ownVotes: [{ nomination: 'single', niche: 'all', vote: 'ada' }] }, { kind: 'none' }, [
      'single',
      'double',
    ]);
    expect(all('[data-voted=true]').map(({ dataset }) => dataset.company)).toEqual(['ada']);
    // The other nomination can still be voted in.
    expect(votes()).toHaveLength(1);
    expect(texts('h3 small')).toEqual(['You have voted here', '2 categories, 3 nominees']);
    expect(texts('p')).toEqual(
      expect.arrayContaining([
        'You voted in this nomination for:',
        'You have already voted in this category. A vote can’t be changed.',
      ]),
    );
    expect(texts('img + p')).toEqual([expect.stringMatching(/^Your choice\s*ada$/)]);
    expect(all('img:has(+ p)').map((logo) => logo.getAttribute('src'))).toEqual(['/ada.svg']);
  });

  // This test fails if the page looks for the nominee among those of the category: it then offers to vote again.
  it('VO-02 can’t be voted for after a vote for a nominee who was withdrawn, which the page says', async () => {
    const ownVotes = [{ nomination: 'single', niche: 'all', vote: 'gone' }];
    for (const phase of ['open', 'closed', 'announced'] as const) {
      await open({ phase, ownVotes });
      expect(votes()).toEqual([]);
      expect(texts('p')).toContain('You voted here for a nominee who was withdrawn. A vote can’t be changed.');
      expect(all('ul[data-disabled]'), phase).toHaveLength(phase === 'open' ? 1 : 0);
      await shown.close();
    }
    await open();
    expect(shown.container.textContent).not.toContain('withdrawn');
  });

  // This test fails, with the second nominee as winner, if only the nominees that the page knows are compared.
  it('is no winner in place of one that the page does not know', async () => {
    const results = [
      { company: 'ada', percentage: 10 },
      { company: 'bell', percentage: 30 },
      { company: 'stranger', percentage: 60 },
    ];
    for (const phase of ['open', 'announced'] as const) {
      await open({ phase, statistics: [{ nomination: 'single', niche: 'all', results }] });
      expect(all('[data-company]').map(({ dataset }) => [dataset.company, dataset.rank])).toEqual([
        ['bell', undefined],
        ['ada', undefined],
      ]);
      expect(texts('p')).toContain(
        'A nominee was added after you opened this page. Reload the page to see the result.',
      );
      expect(texts('h3 small')[0]).toBe('2 nominees');
      await shown.close();
    }
  });

  // Which note is right is tested in outcome.test.ts.
  it('has a note instead of zeros in a category without votes, and while the totals are not known', async () => {
    await open({ statistics: NOBODY });
    expect(texts('p')).toContain('Be the first to vote here.');
    expect(shown.container.textContent).not.toContain('%');
    await shown.close();
    await open({ statistics: NOBODY, ownVotes: [{ nomination: 'single', niche: 'all', vote: 'ada' }] });
    expect(texts('p')).not.toContain('Be the first to vote here.');
    await shown.close();
    await open({ statistics: [], phase: 'announced' });
    expect(texts('p')).toContain('The results are loading.');
    expect(shown.container.textContent).not.toMatch(/%|Nobody voted|Be the first/);
  });

  it('shows no percentage while results are hidden, and the order does not reveal it', async () => {
    await open({ results: { ...LIVE, visibility: 'hidden', visible: false } });
    expect(all('[data-company]').map(({ dataset }) => [dataset.company, dataset.rank])).toEqual([
      ['ada', undefined],
      ['bell', undefined],
    ]);
    expect(shown.container.textContent).not.toContain('%');
  });

  it('wins once winners are announced, and the nomination shows it', async () => {
    await open({ phase: 'announced' });
    expect(all('[data-rank]').map(({ dataset }) => [dataset.company, dataset.rank])).toEqual([['bell', 'winner']]);
    expect(texts('h3 small')[0]).toContain('bell');
  });

  it('opens its details from its name, in the category in which it is shown', async () => {
    await open({ phase: 'closed' });
    expect(texts('[data-company=ada] h4 button')).toEqual(['ada']);
    await press(all('[data-company=ada] h4 button')[0]);
    expect(useModals.getState().current).toEqual({
      type: 'nominee',
      props: { nominee: { nomination: 'single', niche: 'all', vote: 'ada' } },
    });
  });

  it('has its own URL, which can be copied', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open();
    await press(all('[data-company=ada] button[title^=Copy]')[0]);
    expect(writeText.mock.calls).toEqual([[`${window.location.origin}/?nomination=single&company=ada&lang=en`]]);
    expect(texts('[data-company=ada] [role=status]')).toEqual(['Link copied']);
    expect(texts('[data-company=bell] [role=status]')).toEqual(['']);
  });

  it('says so if its URL can’t be copied', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'));
    await open();
    await press(all('[data-company=ada] button[title^=Copy]')[0]);
    expect(texts('[data-company=ada] [role=status]')).toEqual([expect.stringMatching(/^The link was not copied/)]);
  });
});

describe('a nomination', () => {
  it('opens and closes independently', async () => {
    await open();
    const [single, double] = all('h3 button');
    expect([single, double].map((each) => each?.getAttribute('aria-expanded'))).toEqual(['true', 'false']);
    await press(double);
    await press(single);
    expect(onExpand.mock.calls).toEqual([[['single', 'double']], [[]]]);
  });

  it('has a tab for each category, and opens at the nominee in the URL', async () => {
    const nominee = { niche: 'finance', company: 'clio' };
    await open({}, { kind: 'known', tag: 'double', nominee }, ['double']);
    expect(texts('[role=tab][aria-selected=true]')).toEqual(['finance']);
    expect(all('[aria-current=true]').map(({ dataset }) => dataset.company)).toEqual(['clio']);
    await press(all('[role=tab]')[0]);
    expect(all('[data-company]').map(({ dataset }) => dataset.company)).toEqual(['ada']);
    expect(all('[aria-current=true]')).toEqual([]);
  });
});
