// @vitest-environment happy-dom

import type { Vote } from '@laurel/contracts/records';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../../i18n/i18n.ts';
import { useWinnersTexts } from '../../../i18n/winners-texts.ts';
import { cleanUp } from '../../../testing/clean-up.ts';
import { category, nomination } from '../../../testing/edition.ts';
import { act, render } from '../../../testing/render.tsx';
import { useShown } from '../store.ts';
import { WinnersStage } from './winners-stage.tsx';

const DOUBLE = nomination(
  'Double',
  category('Crypto', 'ada', 'bell', 'clio'),
  category('Design', 'ada', 'bell'),
  category('Finance', 'ada'),
);
const SINGLE = nomination('Single', category('All', 'dora', 'echo'));
const item = (place: string, results: Readonly<Record<string, number>>) => {
  const [nomination = '', niche = ''] = place.split(' ');
  const shares = Object.entries(results).map(([company, percentage]) => ({ company, percentage }));
  return { nomination, niche, results: shares };
};
const STATISTICS = [
  item('double crypto', { ada: 20, bell: 70, clio: 10 }),
  item('double design', { ada: 40, bell: 60 }),
  item('double finance', { ada: 0 }),
  item('single all', { dora: 50, echo: 50 }),
];

let shown: Awaited<ReturnType<typeof render>>;
type Seen = (entries: { isIntersecting: boolean; target: Element }[]) => void;
/** The observer's callback for each observed element. */
const observers = new Map<Element, Seen>();
const share = vi.fn();
/** Each category, in the order in which they are read. */
const ENTRY = '[class*=entry]';

const Stage = (
  shown: Pick<ComponentProps<typeof WinnersStage>, 'nominations' | 'statistics'> & {
    votes?: Vote[];
    unknown?: 'onStage';
  },
) => {
  useWinnersTexts();
  return <WinnersStage votes={[]} unknown="loading" onShare={share} {...shown} />;
};

const all = (selector: string) => [...shown.container.querySelectorAll<HTMLElement>(selector)];
const texts = (selector: string) => all(selector).map(({ textContent }) => textContent);
const named = (name: string) => all('button').find((button) => button.getAttribute('aria-label') === name);

beforeEach(async () => {
  observers.clear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly seen: Seen;
      constructor(seen: Seen) {
        this.seen = seen;
      }
      observe(element: Element) {
        observers.set(element, this.seen);
      }
      disconnect() {}
    },
  );
  await startI18n('en');
  shown = await render(<Stage nominations={[DOUBLE, SINGLE]} statistics={STATISTICS} />);
});
afterEach(() => useShown.setState({ expanded: undefined, chosen: {} }));
afterEach(cleanUp);

describe('the winners’ stage', () => {
  it('says that a draw decided among equal nominees', async () => {
    const drawn = STATISTICS.map((each) => (each.nomination === 'single' ? { ...each, drawn: 'echo' } : each));
    shown = await render(<Stage nominations={[SINGLE]} statistics={drawn} />);
    expect(shown.container.textContent).toContain('Equal votes, decided by a draw. Then dora\u00a050.00%');
    expect(texts('[data-winner]')).toEqual(['echo']);
  });

  it('has an act for each nomination: the clearest win first, with the share and who is behind', () => {
    expect(texts('h3')).toEqual(['Double', 'Single']);
    expect(texts('[data-winner]')).toEqual(['bell', 'bell', 'dora', 'echo']);
    const [crypto, design, finance] = texts(ENTRY);
    expect(crypto).toContain('Winner · Crypto');
    expect(crypto).toContain('70.00%Then ada\u00a020.00%, clio\u00a010.00%');
    expect(crypto).toContain('The clearest win of the 3');
    expect(design).toContain('Then ada\u00a040.00%');
    expect(finance).toBe('FinanceNobody voted in this category.');
    expect(texts('bdi')).toEqual(['70.00%', '60.00%', '50.00%']);
    expect(all('bdi').map(({ dir }) => dir)).toEqual(['ltr', 'ltr', 'ltr']);
  });

  it('says of a category that the stage has not shown that it comes, and compares no win with it', async () => {
    const shownFirst = STATISTICS.filter(({ niche }) => niche === 'crypto');
    shown = await render(<Stage nominations={[DOUBLE]} statistics={shownFirst} unknown="onStage" />);
    expect(texts(ENTRY).at(-1)).toContain('The winner is announced on the stage.');
    expect(shown.container.textContent).not.toContain('The clearest win');
  });

  it('names joint winners as such, in a look of their own', () => {
    const single = texts(ENTRY).at(-1);
    expect(single).toContain('Joint winners · of 2 nominees');
    expect(single).not.toContain('Then');
    expect(all('section').map(({ className }) => /orbit|joint/.exec(className)?.[0])).toEqual(['orbit', 'joint']);
  });

  it('marks the visitor’s choice: beside the winner, or among those behind, also if it is far behind', async () => {
    const votes = [
      { nomination: 'double', niche: 'crypto', vote: 'bell' },
      { nomination: 'double', niche: 'design', vote: 'ada' },
      { nomination: 'far', niche: 'all', vote: 'last' },
    ];
    const far = nomination('Far', category('All', 'one', 'two', 'three', 'four', 'last'));
    const shares = item('far all', { one: 40, two: 30, three: 20, four: 7, last: 3 });
    shown = await render(<Stage nominations={[DOUBLE, far]} statistics={[...STATISTICS, shares]} votes={votes} />);
    const [crypto, design, , distant] = texts(ENTRY);
    expect(crypto).toContain('Winner · CryptoYour choice');
    expect(design).toContain('Then Your choice: ada\u00a040.00%');
    expect(distant).toContain('Then two\u00a030.00%, three\u00a020.00%, Your choice: last\u00a03.00%');
  });

  it('has an index that marks the nomination in the middle of the screen', async () => {
    const current = () => all('nav a[aria-current]').map(({ textContent }) => textContent);
    expect([texts('nav a'), current()]).toEqual([['01Double', '02Single'], ['01Double']]);
    const [, single] = all('section');
    await act(() => single && observers.get(single)?.([{ isIntersecting: true, target: single }]));
    expect(current()).toEqual(['02Single']);
  });

  it('leads from each winner to the full result of the category', async () => {
    await act(() => named('Full result: Double: Design')?.click());
    expect(useShown.getState()).toMatchObject({ expanded: ['double'], chosen: { double: 'design' } });
    await act(() => named('Full result: Double: Crypto')?.click());
    expect(useShown.getState()).toMatchObject({ expanded: ['double'], chosen: { double: 'crypto' } });
    await act(() => named('Full result: Single')?.click());
    expect(useShown.getState()).toMatchObject({ expanded: ['double', 'single'] });
    expect(named('Full result: Double: Finance')).toBeUndefined();
  });

  it('opens the card of a winner, who may share the win', async () => {
    await act(() => named('Share: bell')?.click());
    await act(() => named('Share: echo')?.click());
    expect(share.mock.calls).toEqual([
      [{ nomination: 'double', niche: 'crypto', vote: 'bell' }, false],
      [{ nomination: 'single', niche: 'all', vote: 'echo' }, true],
    ]);
  });

  it('reveals each winner on its own first sight', async () => {
    const classes = () => all(ENTRY).map(({ className }) => className);
    const before = classes();
    const see = (row: HTMLElement | undefined) =>
      act(() => row && observers.get(row)?.([{ isIntersecting: true, target: row }]));
    await see(all(ENTRY)[0]);
    expect(classes().map((each, index) => each === before[index])).toEqual([false, true, true, true]);
    await see(all(ENTRY)[3]);
    expect(classes().map((each, index) => each === before[index])).toEqual([false, true, true, false]);
  });

  it('does not treat unknown totals as zeros', async () => {
    await shown.rerender(<Stage nominations={[DOUBLE, SINGLE]} statistics={[]} />);
    expect(texts(`${ENTRY} p:last-child`)).toEqual(Array(4).fill('The results are loading.'));
  });

  it('asks to reload the page if it does not know a winner', async () => {
    const statistics = [item('single all', { dora: 40, stranger: 60 })];
    await shown.rerender(<Stage nominations={[SINGLE]} statistics={statistics} />);
    const text = 'A nominee was added after you opened this page. Reload the page to see the result.';
    expect([texts(`${ENTRY} p`), texts('[data-winner]')]).toEqual([[text], []]);
  });
});
