import { createContext, use } from 'react';
import type { ShownEdition } from './phase.ts';

export const EditionContext = createContext<ShownEdition | undefined>(undefined);

/** The edition that the page shows. */
export const useEdition = (): ShownEdition => {
  const edition = use(EditionContext);
  if (!edition) throw new Error('there is no edition above this component');
  return edition;
};
