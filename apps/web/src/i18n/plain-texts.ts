import { addTexts } from './i18n.ts';
import type { Files } from './resources.ts';

const PLAIN: Files = import.meta.glob('./locales/*/plain.json', { eager: true, import: 'default' });

/** Adds the texts that only the server draws: those of a page without scripts. */
export const addPlainTexts = (): void => addTexts(PLAIN);
