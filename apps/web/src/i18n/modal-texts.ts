import { FALLBACK_LANGUAGE } from '@laurel/contracts/languages';
import i18next from 'i18next';
import { addTexts } from './i18n.ts';
import type { Files } from './resources.ts';

const REST: Files = import.meta.glob(
  ['./locales/*/*.json', '!./locales/*/{common,nominations,page,plain,record,winners}.json'],
  {
    eager: true,
    import: 'default',
  },
);

/** Adds the texts of the modals, which are not part of the page's first code. */
export const addModalTexts = (): void => {
  if (!i18next.hasResourceBundle(FALLBACK_LANGUAGE, 'voting')) addTexts(REST);
};
