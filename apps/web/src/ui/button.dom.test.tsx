// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { act, render } from '../testing/render.tsx';
import { Button } from './button.tsx';

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
});
