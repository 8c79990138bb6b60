import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createQueryClient } from '../app/query-client.ts';
import { EditionContext } from '../features/edition/context.ts';
import { editionWith } from './edition.ts';

/** A part of the page, with what the page has around it. */
export const inPage = (
  part: ReactNode,
  { client = createQueryClient(), edition = editionWith({}) } = {},
): ReactNode => (
  <QueryClientProvider client={client}>
    <EditionContext value={edition}>{part}</EditionContext>
  </QueryClientProvider>
);
