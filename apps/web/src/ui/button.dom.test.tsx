// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginOpening } from '../lib/opening.ts';
import { act, render } from '../testing/render.tsx';
import { AppLink, Button, ButtonLink } from './button.tsx';

let page: Awaited<ReturnType<typeof render>>;
afterEach(() => page.close());

const press = async () => act(() => page.container.querySelector('button')?.click());

describe('a button', () => {
  it.each([
    ['is ready', {}, 1],
    ['is busy', { busy: true }, 0],
    ['is disabled', { disabled: true }, 0],
  ])('that %s handles the press and sends its form, or does neither', async (_, state, times) => {
    const [clicked, sent] = [vi.fn(), vi.fn((event: Event) => event.preventDefault())];
    page = await render(
      <form onSubmit={(event) => sent(event.nativeEvent)}>
        <Button type="submit" {...state} onClick={clicked}>
          Send
        </Button>
      </form>,
    );
    await press();
    expect([clicked, sent].map(({ mock }) => mock.calls.length)).toEqual([times, times]);
  });

  it('is busy from its press until the dialog that it opens has loaded, and no other button is', async () => {
    let end = () => {};
    page = await render(
      <>
        <Button onClick={() => (end = beginOpening())}>Open</Button>
        <Button>Other</Button>
      </>,
    );
    const busy = () => [...page.container.querySelectorAll('button')].map((button) => button.getAttribute('aria-busy'));
    expect(busy()).toEqual([null, null]);
    await press();
    expect(busy()).toEqual(['true', null]);
    await act(() => end());
    expect(busy()).toEqual([null, null]);
    // What opens without a press leaves it ready.
    await act(() => (end = beginOpening()));
    expect(busy()).toEqual([null, null]);
    await act(() => end());
  });

  it('keeps the focus while it is busy: it has aria-disabled, not disabled', async () => {
    page = await render(<Button>Send</Button>);
    const button = page.container.querySelector('button');
    button?.focus();
    await page.rerender(<Button busy>Send</Button>);
    expect(document.activeElement).toBe(button);
    expect([button?.disabled, button?.getAttribute('aria-disabled'), button?.getAttribute('aria-busy')]).toEqual([
      false,
      'true',
      'true',
    ]);
    await page.rerender(<Button>Send</Button>);
    expect([button?.hasAttribute('aria-disabled'), button?.hasAttribute('aria-busy')]).toEqual([false, false]);
  });

  it.each([
    ['a button', <Button key="button">Send</Button>],
    ['a link to another site', <ButtonLink key="link" href="https://awards.example/" />],
    ['a link to an app', <AppLink key="app" href="otpauth://totp/ada" />],
  ])('%s ignores Enter that was held down before it had the focus', async (_, element) => {
    page = await render(element);
    const isIgnored = (init: KeyboardEventInit) => {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
      page.container.querySelector('button, a')?.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(isIgnored({ key: 'Enter' })).toBe(false);
    expect(isIgnored({ key: 'Enter', repeat: true })).toBe(true);
    expect(isIgnored({ key: 'Tab', repeat: true })).toBe(false);
  });
});
