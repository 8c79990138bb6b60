import { type KeyboardEvent, useState } from 'react';
import { readSetting, writeSetting } from '../../lib/settings.ts';
import type { Verdict } from './types.ts';

type Keys = { step(by: 1 | -1): void; decide(verdict: Verdict): void; undo(): void };

/** Whether letters decide, in this browser. Somebody who speaks to the computer switches them off (WCAG 2.1.4). */
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

/**
 * The handler for the keys of the queue. It goes by their place on the keyboard, so that they work in every layout.
 * They work only while the focus is in the queue, and never in a field; letters only if `letters` are on.
 */
export const useReviewKeys =
  (letters: boolean, { step, decide, undo }: Keys) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    if (event.target instanceof HTMLElement && event.target.matches('input, select, textarea')) return;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      KeyJ: () => step(1),
      ArrowUp: () => step(-1),
      KeyK: () => step(-1),
      // A held key must not decide one name after another.
      KeyA: () => event.repeat || decide('approve'),
      KeyR: () => event.repeat || decide('reject'),
      KeyU: () => event.repeat || undo(),
    };
    const act = actions[event.code];
    if (act === undefined || (!letters && event.code.startsWith('Key'))) return;
    event.preventDefault();
    act();
  };
