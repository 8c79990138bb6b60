import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a part of the page when the element that had it is removed, so that the keys of that part still
 * work.
 * @returns the event handlers of the part
 */
export const useKeptFocus = (part: RefObject<HTMLElement | null>) => {
  const focused = useRef<Element>(undefined);
  useEffect(() => {
    if (focused.current?.isConnected !== false) return;
    focused.current = undefined;
    if (document.activeElement === document.body) part.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent): void => {
      focused.current = target;
    },
    // React reports no blur of an element that it removes.
    onBlur: (): void => {
      focused.current = undefined;
    },
  };
};
