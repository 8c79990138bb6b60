// @vitest-environment happy-dom
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { act, render } from '../testing/render.tsx';
import { Dialog, DialogTitle, Stage } from './dialog.tsx';

let shown: Awaited<ReturnType<typeof render>>;
afterEach(() => shown.close());

let change: (body: ReactNode) => void;
const Shown = ({ first, grave }: { first: ReactNode; grave: boolean }) => {
  const [body, setBody] = useState(first);
  change = setBody;
  return (
    <Dialog closable closeButton onClose={() => undefined}>
      <Stage name="stage" grave={grave}>
        <DialogTitle>Title</DialogTitle>
        {body}
      </Stage>
    </Dialog>
  );
};
const open = async (first: ReactNode, grave = false) => {
  await startI18n('en');
  shown = await render(<Shown first={first} grave={grave} />);
};
const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('name');
const button = (name: string) => (
  <button key={name} type="button">
    {name}
  </button>
);
/** The focus moves in a separate task after a change. */
const become = async (body: ReactNode) => {
  await act(() => change(body));
  await act(() => undefined);
};
const focus = (name: string) =>
  act(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.focus());

describe('the initial focus', () => {
  it('is on the first field, even after a button', async () => {
    await open([button('Show'), <input key="f" name="field" />]);
    expect(focused()).toBe('field');
  });

  it('is on the first enabled button, and on no disabled field', async () => {
    await open([
      <input key="h" type="hidden" name="hidden" />,
      <input key="d" disabled name="off" />,
      <button key="o" type="button" aria-disabled="true">
        Off
      </button>,
      button('Go on'),
    ]);
    expect(focused()).toBe('Go on');
  });

  it('is on no button if one of them can’t be undone', async () => {
    await open(button('Cast'), true);
    expect(document.activeElement?.tagName).toBe('DIV');
    expect(focused()).toContain('Title');
  });
});

describe('the focus of a removed element', () => {
  it('moves to its replacement, to a field before a button', async () => {
    await open([button('Get link'), button('Other')]);
    await become([<div key="new">{[button('New link'), <input key="f" name="field" />]}</div>, button('Other')]);
    expect(focused()).toBe('field');
    await become([<div key="last">{button('New link')}</div>, button('Other')]);
    expect(focused()).toBe('New link');
    await become([button('Again'), <input key="g" name="second" />, button('Other')]);
    expect(focused()).toBe('second');
  });

  it('moves to the nearest element without a replacement', async () => {
    await open([button('First'), <p key="p">{[button('Gone'), button('Beside')]}</p>]);
    await focus('Gone');
    await become([button('First'), <p key="p">{[button('Beside')]}</p>]);
    expect(focused()).toBe('Beside');
  });

  it('stays if it was moved on purpose, or if nothing was removed', async () => {
    await open([button('First'), button('Gone')]);
    await focus('Gone');
    await become([button('First'), button('Gone'), button('New')]);
    expect(focused()).toBe('Gone');
    await act(() => document.querySelector<HTMLElement>('[aria-label=Close]')?.focus());
    await become([button('First')]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Close');
  });
});

describe('the focus after the dialog', () => {
  it('returns to where it was before', async () => {
    const opener = document.body.appendChild(document.createElement('button'));
    opener.focus();
    await open(<input name="field" />);
    expect(focused()).toBe('field');
    await shown.rerender(null);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(document.activeElement).toBe(opener);
    opener.remove();
  });
});
