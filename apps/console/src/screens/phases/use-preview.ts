import { previewMove } from '@laurel/contracts/console/calls/phases';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keyOf } from '../../lib/query.ts';
import type { Move } from './types.ts';

/** The query for the preview of a move. It is disabled while there is no move. */
export const usePreview = (move: Move | undefined) =>
  useQuery({
    queryKey: keyOf(previewMove, { move }),
    queryFn: async ({ signal }) => {
      const { data } = await call(previewMove, { body: { move: move ?? { clear: false } } }, { signal });
      return data;
    },
    enabled: move !== undefined,
    staleTime: 0,
    retry: false,
  });
