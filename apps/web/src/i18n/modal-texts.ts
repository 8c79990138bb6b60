import { addTexts } from './i18n.ts';
import type { Files } from './resources.ts';

const REST: Files = import.meta.glob(
  ['./locales/*/*.json', '!./locales/*/{common,nominations,page,record,winners}.json'],
  {
    eager: true,
    import: 'default',
  },
);

/** Adds the texts of the modals, which are not part of the page's first code. */
export const addModalTexts = (): void => addTexts(REST);
