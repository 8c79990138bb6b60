import i18next from 'i18next';
import { expect, it } from 'vitest';
import { changeLanguage, loadTexts, startI18n } from './i18n.ts';

it('a screen that is opened while the language changes has its texts in the new language', async () => {
  await startI18n('en');
  const changed = changeLanguage('uk');
  // The language is still the old one.
  await loadTexts('tonight');
  await changed;
  expect([i18next.language, i18next.hasResourceBundle('uk', 'tonight')]).toEqual(['uk', true]);
});
