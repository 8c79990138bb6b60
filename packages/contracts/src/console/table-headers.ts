import type { Language } from '../languages.ts';

/** The columns of a table of nominees by their language. guessColumns of the catalog knows each of them. */
export const TABLE_HEADERS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Nomination',
    'Category',
    'Name',
    'Description (English)',
    'Description (Ukrainian)',
    'Link',
    'Logo file',
    'Picture file',
    'Video',
  ],
  uk: [
    'Номінація',
    'Категорія',
    'Назва',
    'Опис (англ.)',
    'Опис (укр.)',
    'Посилання',
    'Файл логотипа',
    'Файл зображення',
    'Відео',
  ],
};
