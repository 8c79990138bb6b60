import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** How long nobody must have typed before the search starts, milliseconds. */
const SETTLED_MS = 250;

/** The shortest text that is searched for. */
export const SHORTEST_SEARCH = 2;

/**
 * The text of a screen's search for people; `settled` is the text after a pause in typing. The text is kept in the cache of the answers:
 * it is still there after a look at another screen, and gone when the person signs out. It is not kept in the browser's
 * history, because it may be somebody's address.
 */
export const useSearchText = (screen: 'voters' | 'messages') => {
  const key = [`search text of ${screen}`];
  const queryClient = useQueryClient();
  const [text, setText] = useState(() => queryClient.getQueryData<string>(key) ?? '');
  const [settled, setSettled] = useState(text.trim());
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text.trim()), SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return {
    text,
    settled,
    change: (next: string): void => {
      queryClient.setQueryData(key, next);
      setText(next);
    },
  };
};
