// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../../i18n/i18n.ts';
import { act, render } from '../../../testing/render.tsx';
import type { Nomination } from '../flow.ts';
import { useShown } from '../store.ts';
import { WinnersStage } from './winners-stage.tsx';

const words = (text: string) => ({ en: text, uk: text });
const company = (tag: string) => ({
  tag,
  name: words(tag),
  logo: `/${tag}.svg`,
  link: '',
  desc: words(''),
  percent: 0,
  voted: false,
});
const DOUBLE: Nomination = {
  tag: 'double',
  title: words('Double'),
  backgroundName: '',
  categories: [
    { tag: 'crypto', name: words('Crypto'), companies: ['ada', 'bell', 'clio'].map(company) },
    { tag: 'finance', name: words('Finance'), companies: ['ada'].map(company) },
  ],
};
const SINGLE: Nomination = {
  tag: 'single',
  title: words('Single'),
  backgroundName: '',
  categories: [{ tag: 'all', name: words('All'), companies: ['dora', 'echo'].map(company) }],
};
const STATISTICS = [
  {
    nomination: 'double',
    niche: 'crypto',
    results: [
      { company: 'ada', percentage: 20 },
      { company: 'bell', percentage: 70 },
      { company: 'clio', percentage: 10 },
    ],
  },
  {
    nomination: 'single',
    niche: 'all',
    results: [
      { company: 'dora', percentage: 50 },
      { company: 'echo', percentage: 50 },
    ],
  },
];

let shown: Awaited<ReturnType<typeof render>>;
let observers: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
const share = vi.fn();
const all = (selector: string) => [...shown.container.querySelectorAll<HTMLElement>(selector)];
const texts = (selector: string) => all(selector).map(({ textContent }) => textContent);
const named = (name: string) => all('button').find((button) => button.getAttribute('aria-label') === name);

beforeEach(async () => {
  observers = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (typeof observers)[number]) {
        observers.push(seen);
      }
      observe() {}
      disconnect() {}
    },
  );
  await startI18n('en');
  shown = await render(<WinnersStage nominations={[DOUBLE, SINGLE]} statistics={STATISTICS} onShare={share} />);
});
afterEach(async () => {
  await shown.close();
  share.mockClear();
  useShown.setState({ expanded: undefined, chosen: {} });
  vi.unstubAllGlobals();
});

describe('the winners’ stage', () => {
  it('has an act for each nomination, with the winner, the share and the runners-up of each category', () => {
    expect(texts('h3')).toEqual(['Double', 'Single']);
    expect(texts('[data-winner]')).toEqual(['bell', 'dora', 'echo']);
    const [crypto, finance] = texts('li');
    expect(crypto).toContain('Crypto. Winner');
    expect(crypto).toContain('Runners-up: ada 20.00%, clio 10.00%');
    expect(crypto).toContain('70.00%');
    expect(finance).toBe('FinanceNobody voted in this category.');
  });

  it('names joint winners as such', () => {
    const single = texts('li').at(-1);
    expect(single).toContain('Joint winners');
    expect(single).not.toContain('Runners-up');
  });

  it('leads to the full result of a nomination', async () => {
    await act(() => named('All results of this nomination: Double')?.click());
    expect(useShown.getState()).toEqual({ expanded: ['double'], chosen: { double: 'crypto' } });
  });

  it('opens the card of a winner, who may share the win', async () => {
    await act(() => named('Share: bell')?.click());
    await act(() => named('Share: echo')?.click());
    expect(share.mock.calls).toEqual([
      [{ nomination: 'double', niche: 'crypto', vote: 'bell' }, false],
      [{ nomination: 'single', niche: 'all', vote: 'echo' }, true],
    ]);
  });

  it('reveals an act on first sight', async () => {
    const classes = () => all('section').map(({ className }) => className);
    const before = classes();
    expect(new Set(before).size).toBe(1);
    await act(() => observers[0]?.([{ isIntersecting: true }]));
    const [first, second] = classes();
    expect(first).not.toBe(before[0]);
    expect(second).toBe(before[1]);
  });
});
