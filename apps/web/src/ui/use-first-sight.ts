import { type RefObject, useEffect, useState } from 'react';

/** An element in the lowest 12 % of the screen does not count as seen. */
const SEEN = { rootMargin: '0px 0px -12%' };

/** Whether an element has been on the screen. True at once for a user who prefers reduced motion. */
export const useFirstSight = (element: RefObject<Element | null>): boolean => {
  const [seen, setSeen] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    const target = element.current;
    if (seen || !target) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    }, SEEN);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, seen]);
  return seen;
};
