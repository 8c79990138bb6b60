import { useEffect, useState } from 'react';

/** How long somebody must stop typing before the search starts, milliseconds. */
const SETTLED_MS = 250;

/** Kept in the page's memory alone: it may be a person's address, which must not get into the browser's history. */
let kept = '';

/** The text of the search, which is still there after a look at a voter, and the same after a pause of typing. */
export const useSearchText = () => {
  const [text, setText] = useState(kept);
  const [settled, setSettled] = useState(text.trim());
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text.trim()), SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return {
    text,
    settled,
    change: (next: string): void => {
      kept = next;
      setText(next);
    },
  };
};
