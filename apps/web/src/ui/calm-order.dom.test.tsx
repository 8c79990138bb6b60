// @vitest-environment happy-dom

import { useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanUp } from '../testing/clean-up.ts';
import { act, render } from '../testing/render.tsx';
import { useCalmOrder } from './calm-order.ts';

const List = ({ wanted }: { wanted: readonly string[] }) => {
  const list = useRef<HTMLUListElement>(null);
  const order = useCalmOrder(list, wanted);
  return (
    <ul ref={list}>
      {order.map((key) => (
        <li key={key}>
          <button type="button">{key}</button>
        </li>
      ))}
    </ul>
  );
};

let page: Awaited<ReturnType<typeof render>>;

const open = async (): Promise<HTMLUListElement> => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  page = await render(<List wanted={['a', 'b', 'c']} />);
  const list = page.container.querySelector('ul');
  if (!list) throw new Error('no list was drawn');
  return list;
};
const want = (...wanted: string[]) => page.rerender(<List wanted={wanted} />);
const shown = (): string => page.container.textContent;
const button = (name: string): HTMLButtonElement => {
  const found = [...page.container.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const tell = (at: Element, event: Event) => act(() => at.dispatchEvent(event));
/** Moves the focus as a browser does, one event after the other: React may render in between. */
const leave = (from: Element, to: Element | null) =>
  tell(from, new FocusEvent('focusout', { bubbles: true, relatedTarget: to }));
const enter = (to: Element) => tell(to, new FocusEvent('focusin', { bubbles: true }));

afterEach(cleanUp);

describe('a list whose order follows the votes', () => {
  it('moves at once while it is not in use', async () => {
    await open();
    await want('c', 'a', 'b');
    expect(shown()).toBe('cab');
  });

  it('stays while the focus moves from one of its items to another, and moves once it has left', async () => {
    await open();
    await enter(button('a'));
    await want('c', 'a', 'b');
    expect(shown()).toBe('abc');
    // Between the two events nothing has the focus.
    await leave(button('a'), button('b'));
    expect(shown()).toBe('abc');
    await enter(button('b'));
    expect(shown()).toBe('abc');
    await leave(button('b'), document.body);
    expect(shown()).toBe('cab');
  });

  it('moves when the focus leaves the page', async () => {
    await open();
    await enter(button('a'));
    await want('b', 'a', 'c');
    await leave(button('a'), null);
    expect(shown()).toBe('bac');
  });

  it('stays under a pointer, and under the focus after the pointer has left', async () => {
    const list = await open();
    await tell(list, new PointerEvent('pointerenter'));
    await want('c', 'b', 'a');
    expect(shown()).toBe('abc');
    await enter(button('a'));
    await tell(list, new PointerEvent('pointerleave'));
    expect(shown()).toBe('abc');
    await leave(button('a'), null);
    expect(shown()).toBe('cba');
  });

  it('shows a new item, and removes one, at once', async () => {
    await open();
    await enter(button('a'));
    await want('d', 'a', 'b', 'c');
    expect(shown()).toBe('dabc');
    await want('c', 'a');
    expect(shown()).toBe('ca');
    await want('c', 'b');
    expect(shown()).toBe('cb');
  });
});
