// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../../i18n/i18n.ts';
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
type Seen = (entries: { isIntersecting: boolean }[]) => void;
/** The observer's callback for each observed element. */
const observers = new Map<Element, Seen>();
const share = vi.fn();
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
  shown = await render(<WinnersStage nominations={[DOUBLE, SINGLE]} statistics={STATISTICS} onShare={share} />);
});
afterEach(() => useShown.setState({ expanded: undefined, chosen: {} }));
afterEach(cleanUp);

describe('the winners’ stage', () => {
  it('says that a draw decided among equal nominees', async () => {
    const drawn = STATISTICS.map((each) => (each.nomination === 'single' ? { ...each, drawn: 'echo' } : each));
    shown = await render(<WinnersStage nominations={[SINGLE]} statistics={drawn} onShare={share} />);
    expect(shown.container.textContent).toContain('Equal votes, decided by a draw. Runner-up: dora 50.00%');
    expect(texts('[data-winner]')).toEqual(['echo']);
  });

  it('has a section for each nomination, with the winner, the share and the runners-up of each category', () => {
    expect(texts('h3')).toEqual(['Double', 'Single']);
    expect(texts('[data-winner]')).toEqual(['bell', 'bell', 'dora', 'echo']);
    const [crypto, design, finance] = texts('li');
    expect(design).toContain('Runner-up: ada 40.00%');
    expect(crypto).toContain('Winner · Crypto');
    expect(crypto).toContain('Runners-up: ada 20.00%, clio 10.00%');
    expect(crypto).toContain('70.00%');
    expect(finance).toBe('FinanceNobody voted in this category.');
    expect(texts('bdi')).toEqual(['70.00%', '60.00%', '50.00%']);
    expect(all('bdi').map(({ dir }) => dir)).toEqual(['ltr', 'ltr', 'ltr']);
  });

  it('names joint winners as such', () => {
    const single = texts('li').at(-1);
    expect(single).toContain('Joint winners');
    expect(single).not.toContain('Runners-up');
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
    const classes = () => all('li').map(({ className }) => className);
    const before = classes();
    expect(observers.size).toBe(2 + before.length);
    const see = (row: HTMLElement | undefined) => act(() => row && observers.get(row)?.([{ isIntersecting: true }]));
    await see(all('li')[0]);
    expect(classes().map((each, index) => each === before[index])).toEqual([false, true, true, true]);
    await see(all('li')[3]);
    expect(classes().map((each, index) => each === before[index])).toEqual([false, true, true, false]);
  });

  it('does not treat unknown totals as zeros', async () => {
    await shown.rerender(<WinnersStage nominations={[DOUBLE, SINGLE]} statistics={[]} onShare={share} />);
    expect(texts('li p')).toEqual(Array(4).fill('The results are loading.'));
  });

  it('asks to reload the page if it does not know a winner', async () => {
    const statistics = [item('single all', { dora: 40, stranger: 60 })];
    await shown.rerender(<WinnersStage nominations={[SINGLE]} statistics={statistics} onShare={share} />);
    const text = 'A nominee was added after you opened this page. Reload the page to see the result.';
    expect([texts('li p'), texts('[data-winner]')]).toEqual([[text], []]);
  });
});
