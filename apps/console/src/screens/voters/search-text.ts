import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** How long somebody must stop typing before the search starts, milliseconds. */
const SETTLED_MS = 250;

const KEY = ['search text of voters'];

/**
 * The text of the search, and the same after a pause of typing. It is still there after a look at a voter, and gone when the
 * person signs out: it may be somebody's address, so it is kept with the answers, and not in the browser's history.
 */
export const useSearchText = () => {
  const queryClient = useQueryClient();
  const [text, setText] = useState(() => queryClient.getQueryData<string>(KEY) ?? '');
  const [settled, setSettled] = useState(text.trim());
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text.trim()), SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return {
    text,
    settled,
    change: (next: string): void => {
      queryClient.setQueryData(KEY, next);
      setText(next);
    },
  };
};
