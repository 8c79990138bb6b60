// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startI18n } from '../../../i18n/i18n.ts';
import { category, nomination } from '../../../testing/edition.ts';
import { act, render } from '../../../testing/render.tsx';
import { useShown } from '../store.ts';
import { NomineeSearch } from './nominee-search.tsx';

const many = Array.from({ length: 23 }, (_, place) => `zoe-${place}`);
const PAGE = [
  nomination('Award', category('crypto', 'ada', 'bell'), category('finance', 'ada')),
  nomination('Voice', category('all', 'adam', ...many)),
];

let shown: Awaited<ReturnType<typeof render>>;
beforeEach(async () => {
  await startI18n('en');
  useShown.setState({ expanded: ['award'], chosen: {}, marked: undefined });
  shown = await render(<NomineeSearch nominations={PAGE} />);
});
afterEach(() => shown.close());

const all = (selector: string) => [...shown.container.querySelectorAll<HTMLElement>(selector)];
const field = (): HTMLInputElement => {
  const [input] = all('[role=combobox]');
  if (!(input instanceof HTMLInputElement)) throw new Error('no search field');
  return input;
};
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
const type = async (text: string) => {
  await act(async () => {
    field().focus();
    // The code of the search loads with the focus.
    await import('../search.ts');
  });
  await act(() => {
    setValue?.call(field(), text);
    field().dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
};
const press = (...keys: string[]) =>
  act(() => {
    for (const key of keys) field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
const results = () => all('[role=option]').map(({ textContent }) => textContent);
const activeName = () => {
  const id = field().getAttribute('aria-activedescendant');
  return id === null ? undefined : document.getElementById(id)?.textContent;
};
const status = () => all('[role=status]')[0]?.textContent;
const expanded = () => field().getAttribute('aria-expanded');

describe('the search', () => {
  it('lists a nominee once for each of its categories, and says how many results there are', async () => {
    expect([expanded(), results()]).toEqual(['false', []]);
    await type('ada');
    expect(results()).toEqual(['adaAward: crypto', 'adaAward: finance', 'adamVoice']);
    expect([expanded(), status()]).toEqual(['true', '3 results']);
    expect(field().getAttribute('aria-controls')).toBe(all('[role=listbox]')[0]?.id);
  });

  it('says that nothing is found', async () => {
    await type('nobody');
    expect([expanded(), results()]).toEqual(['false', []]);
    expect(status()).toContain('No nominee found.');
  });

  it('lists twenty results, and counts all', async () => {
    await type('zoe');
    expect(results()).toHaveLength(20);
    expect(status()).toBe('23 results');
    expect(shown.container.textContent).toContain('3 more: type more of the name');
  });

  it('moves through the results with the arrows, and around their ends', async () => {
    await type('ada');
    expect(activeName()).toBeUndefined();
    const seen: (string | null | undefined)[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
      await press(key);
      seen.push(activeName());
    }
    expect(seen).toEqual(['adaAward: crypto', 'adaAward: finance', 'adamVoice', 'adaAward: crypto', 'adamVoice']);
    expect(all('[aria-selected=true]').map(({ textContent }) => textContent)).toEqual(['adamVoice']);
  });

  it('opens the chosen nominee’s nomination and category, and marks its card', async () => {
    await type('ada');
    await press('ArrowDown');
    await press('ArrowDown');
    await press('Enter');
    expect(useShown.getState()).toEqual({
      expanded: ['award'],
      chosen: { award: 'finance' },
      marked: { nomination: 'award', niche: 'finance', company: 'ada' },
    });
    expect([field().value, expanded()]).toEqual(['', 'false']);
  });

  it('chooses the first result with Enter alone, and any result with a press', async () => {
    await type('adam');
    await press('Enter');
    expect(useShown.getState()).toMatchObject({ expanded: ['award', 'voice'], marked: { company: 'adam' } });
    await type('bell');
    await act(() => all('[role=option]')[0]?.click());
    expect(useShown.getState().marked).toEqual({ nomination: 'award', niche: 'crypto', company: 'bell' });
  });

  it('closes with Escape, which then clears the field, and when the focus leaves', async () => {
    await type('ada');
    await press('Escape');
    expect([expanded(), field().value]).toEqual(['false', 'ada']);
    await press('Escape');
    expect(field().value).toBe('');
    await type('ada');
    await act(() => field().blur());
    expect(expanded()).toBe('false');
    expect(useShown.getState().marked).toBeUndefined();
  });
});
