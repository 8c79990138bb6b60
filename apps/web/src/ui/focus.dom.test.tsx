// @vitest-environment happy-dom
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { act, becomes, render } from '../testing/render.tsx';
import { Dialog, DialogTitle, Stage } from './dialog.tsx';

let shown: Awaited<ReturnType<typeof render>>;
afterEach(() => shown.close());

let change: (body: ReactNode) => void;
const Shown = ({ first }: { first: ReactNode }) => {
  const [body, setBody] = useState(first);
  change = setBody;
  return (
    <Dialog closable closeButton onClose={() => undefined}>
      <Stage name="stage">
        <DialogTitle>Title</DialogTitle>
        {body}
      </Stage>
    </Dialog>
  );
};
const open = async (first: ReactNode) => {
  await startI18n('en');
  shown = await render(<Shown first={first} />);
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

describe('the name of a step', () => {
  let go: (stage: string) => Promise<void>;
  const Steps = () => {
    const [stage, setStage] = useState('First');
    go = (next) => act(() => setStage(next));
    return (
      <Dialog closable closeButton onClose={() => undefined}>
        <Stage name={stage}>
          <DialogTitle>{stage}</DialogTitle>
          {button('Go on')}
        </Stage>
      </Dialog>
    );
  };
  /** The name of the group around the focus. */
  const groupName = () => {
    const group = document.activeElement?.closest('[role=group]');
    return group && document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent;
  };

  it('is the dialog’s name at first, and a group’s name at each later step, also back at the first', async () => {
    await startI18n('en');
    shown = await render(<Steps />);
    expect([focused(), groupName()]).toEqual(['Go on', null]);
    for (const stage of ['Second', 'Third', 'First', 'Second']) {
      await go(stage);
      expect([focused(), groupName()]).toEqual(['Go on', stage]);
    }
  });
});

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

  it('is on no button that only the arrow keys reach, such as a tab that is not selected', async () => {
    await open([
      <button key="t" type="button" role="tab" aria-selected="false" tabIndex={-1}>
        Other tab
      </button>,
      button('Open tab'),
    ]);
    expect(focused()).toBe('Open tab');
  });

  it('is on the marked element, such as the way back from what can’t be undone', async () => {
    await open([
      button('Cast'),
      <input key="f" name="field" />,
      <button key="b" type="button" data-main>
        Not yet
      </button>,
    ]);
    expect(focused()).toBe('Not yet');
  });
});

describe('the first focus', () => {
  const main = (disabled: boolean) => (
    <button key="main" type="button" data-main aria-disabled={disabled || undefined}>
      Main
    </button>
  );

  it('is the main action, before a field', async () => {
    await open([<input key="f" name="field" />, main(false)]);
    expect(focused()).toBe('Main');
  });

  it('is the first field while the main action is disabled', async () => {
    await open([button('First'), <input key="f" name="field" />, main(true)]);
    expect(focused()).toBe('field');
  });
});

describe('a dialog in front of another', () => {
  const front = (
    <Dialog closable closeButton onClose={() => undefined}>
      <Stage name="front">
        <DialogTitle>Front</DialogTitle>
        {button('Answer')}
      </Stage>
    </Dialog>
  );

  it('gets the focus, and returns it when it closes', async () => {
    await open([button('Why?'), <input key="f" name="field" />]);
    await focus('Why?');
    await become([button('Why?'), <input key="f" name="field" />, <div key="front">{front}</div>]);
    expect(focused()).toBe('Answer');
    await become([button('Why?'), <input key="f" name="field" />]);
    await becomes(focused, 'Why?');
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

  it('moves to the dialog’s own button if a hint with the last element disappears, and never to the dialog', async () => {
    await open(<p key="hint">{button('Why?')}</p>);
    expect(focused()).toBe('Why?');
    await become(<p key="text">Nothing to press</p>);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Close');
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

it('the focus after the dialog returns to where it was before', async () => {
  const opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  await open(<input name="field" />);
  expect(focused()).toBe('field');
  await shown.rerender(null);
  await becomes(() => document.activeElement === opener, true);
  opener.remove();
});
