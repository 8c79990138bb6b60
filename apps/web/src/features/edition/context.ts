import type { PublicEdition } from '@laurel/contracts/public-edition';
import { createContext, use } from 'react';

export const EditionContext = createContext<PublicEdition | undefined>(undefined);

/** The edition that the page shows. */
export const useEdition = (): PublicEdition => {
  const edition = use(EditionContext);
  if (!edition) throw new Error('there is no edition above this component');
  return edition;
};
