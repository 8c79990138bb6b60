import { useEffect, useState } from 'react';
import { HEADER_HIDE_SCROLL_PX } from '../lib/limits.ts';

/** Whether the header is hidden: after scrolling down more than 60 px, until scrolling up again. */
export const useHiddenHeader = (): boolean => {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    // A page starts at its top; reading the position here would force a layout.
    let turn = 0;
    let last = 0;
    const onScroll = () => {
      const now = Math.max(0, window.scrollY);
      if (now < last) {
        turn = now;
        setHidden(false);
      } else if (now - turn > HEADER_HIDE_SCROLL_PX) setHidden(true);
      last = now;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return hidden;
};
