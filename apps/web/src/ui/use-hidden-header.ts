import { HEADER_HIDE_SCROLL_PX } from '@laurel/contracts/limits';
import { useEffect, useState } from 'react';

/** Whether the header is out of the way: after scrolling down more than 60 px, until scrolling up again. */
export const useHiddenHeader = (): boolean => {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    // A page begins at its top; asking where it is would lay it out in the middle of drawing it.
    let turn = 0;
    let last = 0;
    const look = () => {
      const now = Math.max(0, window.scrollY);
      if (now < last) {
        turn = now;
        setHidden(false);
      } else if (now - turn > HEADER_HIDE_SCROLL_PX) setHidden(true);
      last = now;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return hidden;
};
