import { type KeyboardEvent, useState } from 'react';
import { readSetting, writeSetting } from '../lib/settings.ts';

/** Whether letters act, in this browser. Somebody who speaks to the computer switches them off (WCAG 2.1.4). */
export const useLetters = (): [on: boolean, choose: (on: boolean) => void] => {
  const [on, setOn] = useState(() => readSetting('keys') !== 'off');
  return [
    on,
    (next) => {
      writeSetting('keys', next ? 'on' : 'off');
      setOn(next);
    },
  ];
};

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, KeyJ: 1, ArrowUp: -1, KeyK: -1 };

type Keys = {
  /** Whether letters act, besides the arrows. */
  letters: boolean;
  /** Goes on or back in the list. */
  step(by: 1 | -1): void;
  /** What the other letters do now. */
  acts: Readonly<Record<string, (() => unknown) | undefined>>;
};

/**
 * The handler for the keys of a list. It goes by their place on the keyboard, so that they work in every layout. They
 * work only while the focus is in the part that has the handler, and never in a field.
 */
export const useKeys =
  ({ letters, step, acts }: Keys) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { code, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    if (event.target instanceof HTMLElement && event.target.matches('input:not([type="checkbox"]), select, textarea')) {
      return;
    }
    if (!letters && !code.startsWith('Arrow')) return;
    const by = STEPS[code];
    const act = by === undefined ? acts[key === '?' ? key : code.replace('Key', '')] : () => step(by);
    if (act === undefined) return;
    event.preventDefault();
    // A held key must not decide one after another.
    if (by !== undefined || !event.repeat) act();
  };
