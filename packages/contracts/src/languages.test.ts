import { describe, expect, it } from 'vitest';
import { type InLanguages, inEachLanguage, inLanguage, LANGUAGE_SETTINGS, LANGUAGES } from './languages.ts';

describe('languages', () => {
  it('have a value each', () => {
    expect(inEachLanguage((language) => language.toUpperCase())).toEqual({ en: 'EN', uk: 'UK' });
  });

  it('use the text of the fallback language where they lack one', () => {
    const texts: InLanguages<string> = { en: 'Hello', uk: 'Вітаємо' };
    expect(LANGUAGES.map((language) => inLanguage(texts, language))).toEqual(['Hello', 'Вітаємо']);
    expect(inLanguage(texts, JSON.parse('"de"'))).toBe('Вітаємо');
  });

  it.each(LANGUAGES)('have the decimal mark of Unicode’s data, %s', (language) => {
    const parts = new Intl.NumberFormat(language).formatToParts(1.5);
    expect(LANGUAGE_SETTINGS[language].decimalMark).toBe(parts.find(({ type }) => type === 'decimal')?.value);
    expect(LANGUAGE_SETTINGS[language].locale).toMatch(new RegExp(`^${language}_[A-Z]{2}$`));
  });
});
