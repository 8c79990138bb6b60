import { useQueryClient } from '@tanstack/react-query';
import { showToast } from './toast.tsx';

/**
 * Runs a change, loads the answers under a key again, by default all, and says what happened.
 * @returns runs the change, and returns its answer; `said` is the text, or makes it from the answer
 */
export const useChange = (queryKey?: readonly unknown[]) => {
  const queryClient = useQueryClient();
  return async <Answer>(
    change: () => Promise<Answer>,
    said: string | ((answer: Answer) => string),
  ): Promise<Answer> => {
    try {
      const answer = await change();
      showToast(typeof said === 'string' ? said : said(answer));
      return answer;
    } finally {
      // After a refusal, too: it means that what is on the screen is old.
      await queryClient.invalidateQueries(queryKey === undefined ? {} : { queryKey });
    }
  };
};
