import type { KeyboardEvent } from 'react';
import type { Verdict } from './types.ts';

type Keys = { step(by: 1 | -1): void; decide(verdict: Verdict): void; undo(): void };

/**
 * The handler for the keys of the queue. It goes by their place on the keyboard, so that they work in every layout.
 * They work only while the focus is in the queue (WCAG 2.1.4), and never in a field.
 */
export const useReviewKeys =
  ({ step, decide, undo }: Keys) =>
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
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
