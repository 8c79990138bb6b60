import { addTexts } from './i18n.ts';
import type { Files } from './resources.ts';

const REST: Files = import.meta.glob(['./locales/*/*.json', '!./locales/*/{common,nominations,page,record}.json'], {
  eager: true,
  import: 'default',
});

/** The texts of the modals, which load with the first modal. */
export const addModalTexts = (): void => addTexts(REST);
