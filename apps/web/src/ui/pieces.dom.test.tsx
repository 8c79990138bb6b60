// @vitest-environment happy-dom

import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEADER_HIDE_SCROLL_PX } from '../lib/limits.ts';
import { cleanUp } from '../testing/clean-up.ts';
import { act, render } from '../testing/render.tsx';
import { FormField } from './form-field.tsx';
import { RichText } from './rich-text.tsx';
import { Segments } from './segments.tsx';
import { Switcher } from './switcher.tsx';
import { Tabs } from './tabs.tsx';
import { useHiddenHeader } from './use-hidden-header.ts';

let shown: Awaited<ReturnType<typeof render>>;
afterEach(cleanUp);

it('a bar of parts has an element for each part, and one track if there are too many', async () => {
  shown = await render(<Segments lit={2} total={40} />);
  const parts = [...shown.container.querySelectorAll('i')];
  expect([parts.length, parts.filter(({ className }) => className !== '').length]).toEqual([40, 2]);
  const widths = [];
  for (const lit of [0, 1, 100, 200]) {
    await shown.rerender(<Segments lit={lit} total={200} />);
    widths.push(shown.container.querySelector('rect')?.getAttribute('width'));
  }
  // This test fails if each of 200 parts gets the width that the gaps leave, which is none.
  expect(widths).toEqual(['0', '0.01', '0.5', '1']);
});

describe('the text of a nominee', () => {
  const html = async (given: string): Promise<string> => {
    shown = await render(<RichText html={given} />);
    return shown.container.innerHTML;
  };

  it('keeps emphasis, lists and line breaks, and only the text of other elements', async () => {
    expect(
      await html(
        '<p class="x" id="root" style="position:fixed">A <strong>b</strong><br><u onclick="x()">c</u></p><ul><li>d</li></ul>',
      ),
    ).toBe('<p>A <strong>b</strong><br>c</p><ul><li>d</li></ul>');
  });

  it.each([
    '<script>x()</script>',
    '<style>a{}</style>',
    '<object data="x">y</object>',
    '<img src="x" onerror="x()">',
    '<svg onload="x()"><a href="javascript:x()">vector</a></svg>',
    '<iframe srcdoc="<script>x()</script>"></iframe>',
    '<form action="https://evil.example"><input name="password"></form>',
  ])('NM-11 shows nothing of %s', async (given) => {
    expect(await html(`a${given}b`)).toBe('ab');
  });

  it('opens a web link in a new tab without an opener', async () => {
    await html('<a href="https://example.org/a" style="x">site</a>');
    const link = shown.container.querySelector('a');
    const names = [...(link?.attributes ?? [])].map(({ name, value }) => `${name}=${value}`).sort();
    expect(names).toEqual(['href=https://example.org/a', 'rel=noopener noreferrer', 'target=_blank']);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/local', 'java\nscript:alert(1)'])(
    'makes no link of %j',
    async (href) => {
      expect(await html(`<a href="${href}">site</a>`)).toBe('site');
    },
  );
});

describe('tabs', () => {
  const onChange = vi.fn();
  const tabs = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));
  const open = async (value: string) => {
    onChange.mockReset();
    shown = await render(
      <Tabs label="Tabs" tabs={tabs} value={value} onChange={onChange}>
        Panel
      </Tabs>,
    );
  };
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    return act(() => shown.container.querySelector('[role=tab][aria-selected=true]')?.dispatchEvent(event));
  };

  it.each([
    ['ArrowRight', 'a', 'b'],
    ['ArrowRight', 'b', 'c'],
    ['ArrowLeft', 'b', 'a'],
    ['ArrowRight', 'c', 'a'],
    ['ArrowLeft', 'a', 'c'],
    ['ArrowLeft', 'c', 'b'],
    ['Home', 'c', 'a'],
    ['End', 'a', 'c'],
  ])('%s moves from %s to %s, with the focus', async (key, from, to) => {
    await open(from);
    await press(key);
    expect(onChange.mock.calls).toEqual([[to]]);
    expect(document.activeElement?.textContent).toBe(to.toUpperCase());
  });

  it('ignore other keys, and are one stop of the Tab key', async () => {
    await open('b');
    await press('x');
    expect(onChange).not.toHaveBeenCalled();
    const all = [...shown.container.querySelectorAll<HTMLElement>('[role=tab]')];
    expect(all.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
    const panel = shown.container.querySelector('[role=tabpanel]');
    expect(all.map((tab) => tab.getAttribute('aria-controls'))).toEqual([null, panel?.id, null]);
    expect(panel?.getAttribute('aria-labelledby')).toBe(all[1]?.id);
  });
});

it('a switch reports a new choice, and nothing for the current one', async () => {
  const onChange = vi.fn();
  const options = [
    { value: 'en', label: 'EN', lang: 'en' },
    { value: 'uk', label: 'УКР', lang: 'uk' },
  ] as const;
  shown = await render(<Switcher label="Language" options={options} value="en" onChange={onChange} />);
  const buttons = [...shown.container.querySelectorAll('button')];
  expect(buttons.map((each) => each.getAttribute('aria-pressed'))).toEqual(['true', 'false']);
  for (const each of buttons) await act(() => each.click());
  expect(onChange.mock.calls).toEqual([['uk']]);
});

describe('a field', () => {
  const onBlur = vi.fn();
  beforeEach(async () => {
    vi.useFakeTimers();
    onBlur.mockReset();
    shown = await render(<FormField label="Email" hint="Ours alone" error="Wrong" onBlur={onBlur} />);
  });
  const leave = () =>
    act(() => shown.container.querySelector('input')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  const tell = (type: string) => act(() => window.dispatchEvent(new Event(type)));
  const pass = () => act(() => vi.advanceTimersByTime(1));

  it('links its hint and its error for screen readers', () => {
    const input = shown.container.querySelector('input');
    const description = input
      ?.getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect([description, input?.getAttribute('aria-invalid')]).toEqual([['Ours alone', 'Wrong'], 'true']);
  });

  it('is validated once the focus has moved', async () => {
    await leave();
    expect(onBlur).not.toHaveBeenCalled();
    await pass();
    expect(onBlur).toHaveBeenCalledTimes(1);
  });

  it('is validated only after the press that moved the focus', async () => {
    await tell('mousedown');
    await leave();
    await pass();
    expect(onBlur).not.toHaveBeenCalled();
    await tell('mouseup');
    await pass();
    expect(onBlur).toHaveBeenCalledTimes(1);
    await tell('mouseup');
    await pass();
    expect(onBlur).toHaveBeenCalledTimes(1);
  });

  it.each(['dragend', 'keydown'])('is validated after a press that ends without mouseup: %s', async (sign) => {
    await tell('mousedown');
    await tell(sign);
    await leave();
    await pass();
    expect(onBlur).toHaveBeenCalledTimes(1);
    await tell('mouseup');
  });
});

describe('the header', () => {
  const Header = () => {
    const header = useRef<HTMLElement>(null);
    const hidden = useHiddenHeader(header);
    return (
      <header ref={header}>
        <button type="button">{hidden ? 'hidden' : 'shown'}</button>
      </header>
    );
  };
  const scroll = (to: number) =>
    act(() => {
      document.documentElement.scrollTop = to;
      window.dispatchEvent(new Event('scroll'));
    });

  it('LP-08 hides after more than 60 px down from any turn, and returns with the first px up', async () => {
    shown = await render(<Header />);
    const text = () => shown.container.textContent;
    await scroll(HEADER_HIDE_SCROLL_PX / 2);
    await scroll(HEADER_HIDE_SCROLL_PX);
    expect(text()).toBe('shown');
    await scroll(HEADER_HIDE_SCROLL_PX + 1);
    expect(text()).toBe('hidden');
    await scroll(HEADER_HIDE_SCROLL_PX);
    expect(text()).toBe('shown');
    await scroll(HEADER_HIDE_SCROLL_PX * 2);
    expect(text()).toBe('shown');
    await scroll(HEADER_HIDE_SCROLL_PX * 2 + 1);
    expect(text()).toBe('hidden');
    await scroll(0);
  });

  it('LP-08 shows when it gets the focus, and hides again while it keeps it', async () => {
    shown = await render(<Header />);
    const text = () => shown.container.textContent;
    await scroll(500);
    expect(text()).toBe('hidden');
    await act(() => shown.container.querySelector('button')?.focus());
    expect(text()).toBe('shown');
    await scroll(500 + HEADER_HIDE_SCROLL_PX);
    expect(text()).toBe('shown');
    await scroll(501 + HEADER_HIDE_SCROLL_PX);
    expect(text()).toBe('hidden');
    await scroll(0);
  });
});
