import { type RefObject, useEffect, useState } from 'react';
import { HEADER_HIDE_SCROLL_PX } from '../lib/limits.ts';

/**
 * Whether the header is hidden: after scrolling down more than 60 px, until the user scrolls up or the header gets the
 * focus. If the focus stays in the header, as after a press, scrolling down hides it again.
 */
export const useHiddenHeader = (header: RefObject<HTMLElement | null>): boolean => {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const element = header.current;
    // A page starts at its top; reading the position here would force a layout.
    let turn = 0;
    let last = 0;
    const show = () => {
      turn = last;
      setHidden(false);
    };
    const onScroll = () => {
      const now = Math.max(0, window.scrollY);
      const isUp = now < last;
      last = now;
      if (isUp) show();
      else if (now - turn > HEADER_HIDE_SCROLL_PX) setHidden(true);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    element?.addEventListener('focusin', show);
    return () => {
      window.removeEventListener('scroll', onScroll);
      element?.removeEventListener('focusin', show);
    };
  }, [header]);
  return hidden;
};
