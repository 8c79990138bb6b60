/** What a column is about. */
export type Subject = 'nomination' | 'category' | 'name' | 'desc' | 'link' | 'logo' | 'picture' | 'video';

/**
 * The words of headers, English, Ukrainian and Russian. A longer one is the beginning of a word. In a header with words of several
 * fields, the field that is listed first is meant: "company logo" is a logo.
 */
const WORDS: readonly (readonly [Subject, string])[] = [
  ['video', 'video youtube відео видео ролик кліп клип'],
  ['logo', 'logo лого'],
  ['picture', 'picture image photo banner cover зображен изображен фото картин світлин банер баннер обкладин облож'],
  ['link', 'link url website webpage site web homepage посилан ссылк сайт вебсайт лінк линк адрес'],
  ['desc', 'desc about text details info bio опис описание описани про текст інформ информ деталі детали'],
  [
    'category',
    'category categories niche vertical section ніша ніші ниша ниши категор вертикал розділ раздел напрям направлен',
  ],
  ['nomination', 'nomination nominations award awards номінаці номинаци премі преми нагород наград'],
  [
    'name',
    `name nominee company brand title team person participant organisation organization назв імя ім'я имя компан бренд номінант номинант
    учасни участни команд організаці организаци`,
  ],
];

/** A language that a header names, one of the site's or another. */
type HeaderLanguage = 'en' | 'uk' | 'other';

const LANGUAGE_WORDS: Readonly<Record<HeaderLanguage, string>> = {
  en: 'en eng english англ анг англійсь английс',
  uk: 'uk ua ukr ukrainian укр українсь украинс',
  other: 'ru rus russian рус рос російсь русск',
};
const STEM = 4;

const isBegunBy = (word: string, stems: string): boolean =>
  stems.split(/\s+/).some((stem) => word === stem || (stem.length >= STEM && word.startsWith(stem)));

/** The words of a header in small letters: `Logo_URL` and `logoUrl` have two. */
const wordsOf = (header: string): string[] =>
  // YouTube is one word, logoUrl is two.
  `${header.slice(0, 100)} ${header.slice(0, 100).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')}`
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’ʼ`]/g, "'")
    .match(/[\p{L}']+/gu)
    ?.map((word) => word.replace(/^'+|'+$/g, ''))
    .filter(Boolean) ?? [];

/** What a header says: its subject, and the language that it names. */
export const meaningOf = (header: string): { subject: Subject; language: HeaderLanguage | undefined } | undefined => {
  const words = wordsOf(header);
  // The description of a picture.
  if (words.includes('alt')) return undefined;
  const languages = (['en', 'uk', 'other'] as const).filter((each) =>
    words.some((word) => isBegunBy(word, LANGUAGE_WORDS[each])),
  );
  for (const [subject, stems] of WORDS) {
    if (words.some((word) => isBegunBy(word, stems))) return { subject, language: languages[0] };
  }
  return undefined;
};
