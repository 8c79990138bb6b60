import type { Language } from '@laurel/contracts/languages';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import { create } from 'zustand';

/** The edition with the texts of every language, once `loadTexts` has loaded it. */
export const useWhole = create<{ readonly edition: PublicEdition | undefined }>(() => ({ edition: undefined }));

/** Requests the edition. It has the same build as the page, so it is not validated. */
export const fetchEdition = async (): Promise<PublicEdition> => {
  const answer = await fetch('/api/edition');
  if (!answer.ok) throw new Error(`the edition was answered with ${answer.status}`);
  const { data }: { data: PublicEdition } = await answer.json();
  return data;
};

/**
 * Loads the edition's texts in a language, unless the page has them: the server puts those of one language into it,
 * which `data-first` names.
 * @throws Error if they can't be loaded
 */
export const loadTexts = async (language: Language): Promise<void> => {
  const { first } = document.documentElement.dataset;
  if (first === undefined || first === language || useWhole.getState().edition) return;
  useWhole.setState({ edition: await fetchEdition() });
};
