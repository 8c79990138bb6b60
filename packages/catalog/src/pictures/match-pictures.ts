import { fileKey, latinWords, nameKey } from '../tables/latin.ts';

/** A nominee that needs a picture. */
export interface PictureOwner {
  /** What the result calls it, like its tag. */
  readonly key: string;
  /** Its name in each language. */
  readonly names: readonly string[];
  /** The name of the file that a table gives for it. */
  readonly wanted?: string | undefined;
}

/** Which picture belongs to whom. */
export interface PictureMatches {
  /** Best first; `score` is 1 for a name that is the same, and less the more was guessed. */
  readonly matches: readonly { readonly file: string; readonly key: string; readonly score: number }[];
  /** Files that could belong to several nominees, or several to one. */
  readonly ambiguous: readonly { readonly file: string; readonly keys: readonly string[] }[];
  readonly filesLeft: readonly string[];
  readonly keysLeft: readonly string[];
}

// cspell:ignore inc gmbh colour Zoria Zorya Kriu aeou shch
/** Words of file names, and of companies, that tell nobody apart. */
const NOISE = new Set(
  latinWords(`logo logos logotype icon brand sign mark emblem avatar picture pic image img photo banner cover dark light white black
  color colour colored mono inverse inverted transparent bg background horizontal vertical square round main primary final new old
  copy small large big full hd rgb cmyk web print preview export svg png jpg jpeg webp 1x 2x 3x 4x v1 v2 v3 the official
  llc ltd inc gmbh corp co company tm com net org ua
  лого логотип знак фото зображення картинка банер копія копия новий новый фінал финал темний світлий білий чорний офіційний
  тов тзов фоп пп прат ат ооо оао зао ип тм компанія компания`),
);
const SIZE = /^\d{2,4}x\d{2,4}$|^\d{2,4}px$|^(?:final|copy|logo|version)\d{1,2}$/;

/** The words that tell nominees apart. */
const telling = (words: readonly string[]): string[] => words.filter((word) => !NOISE.has(word) && !SIZE.test(word));

/** What different ways of writing a name in Latin letters have in common: Kyiv and Kiev, Zoria and Zorya, Crew and Kriu. */
const SOUNDS: readonly (readonly [pattern: RegExp, sound: string])[] = [
  [/shch|sch/g, 'sh'],
  [/kh|gh|h/g, 'g'],
  [/ph/g, 'f'],
  [/ts|tz|cz/g, 'c'],
  [/ck|q|c(?!h)/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/[iyj]+(?=[aeou])/g, ''],
  [/[yj]/g, 'i'],
  [/(.)\1+/g, '$1'],
];
const soundOf = (words: readonly string[]): string =>
  SOUNDS.reduce((text, [pattern, sound]) => text.replace(pattern, sound), words.join(''));

/** The number of letters to change in one text to get the other (Levenshtein). */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** From here on, two texts are alike. */
const ALIKE = 0.75;
/** Shorter texts are alike by accident. */
const MIN_SOUND = 4;

const likeness = (a: string, b: string): number => {
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
  if (shorter < MIN_SOUND) return a === b && a !== '' ? 1 : 0;
  if (shorter < longer * ALIKE) return 0;
  const found = 1 - distance(a, b) / longer;
  return found >= ALIKE ? found : 0;
};

/** `core` has all words if none of them tells nominees apart. Then only the same name fits. */
type Spelled = { words: readonly string[]; core: readonly string[]; sound: string; isPlain: boolean };
const spell = (text: string): Spelled => {
  const words = latinWords(text.slice(0, 100));
  const told = telling(words);
  const core = told.length > 0 ? told : words;
  return { words, core, sound: soundOf(core), isPlain: told.length === 0 };
};

/** How well a file and a name fit, from 0 to 1. */
const fitOf = (file: Spelled, name: Spelled): number => {
  const [fileText, nameText] = [file.words.join(''), name.words.join('')];
  if (nameText === '') return 0;
  if (fileText === nameText) return 0.95;
  if (file.core.join('') === name.core.join('')) return 0.9;
  if (file.isPlain) return 0;
  const known = name.core.filter((word) => file.core.includes(word)).join('').length;
  const [fileCore, nameCore] = [file.core.join('').length, name.core.join('').length];
  // All words of one are in the other: "orbit-crew-kyiv" and Orbit Crew.
  const isPart = known === nameCore || known === fileCore;
  const part = isPart && known >= MIN_SOUND ? 0.5 + (0.3 * known) / Math.max(fileCore, nameCore) : 0;
  return Math.max(part, 0.85 * likeness(file.sound, name.sound));
};

/** Two candidates whose scores are as near to each other could both be meant. */
const NEAR = 0.05;

/**
 * Finds for each picture the nominee whose name its file has, in whatever alphabet, with or without words such as "logo", "dark" or
 * "2x". Names what it can't decide.
 */
export const matchPictures = (fileNames: readonly string[], nominees: readonly PictureOwner[]): PictureMatches => {
  const owners = nominees.map(({ key, names, wanted }) => ({
    key,
    exact: new Set([...names.map(nameKey), ...(wanted === undefined ? [] : [wanted.toLowerCase(), fileKey(wanted)])]),
    names: [...names, key].map(spell),
  }));
  const candidates = fileNames.map((file) => {
    const base = file.replace(/^.*[\\/]/, '').normalize('NFC');
    const stem = base.replace(/\.\w{2,5}$/, '');
    const spelled = spell(stem);
    const isExact = (exact: ReadonlySet<string>): boolean =>
      [base.toLowerCase(), fileKey(base), nameKey(stem)].some((each) => exact.has(each));
    const scores = owners
      .map(({ key, exact, names }) => ({
        key,
        score: isExact(exact) ? 1 : Math.max(...names.map((name) => fitOf(spelled, name))),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    return { file, best: scores.filter(({ score }) => score > (scores[0]?.score ?? 0) - NEAR) };
  });
  const claims = candidates
    .flatMap(({ file, best }) => best.map(({ key, score }) => ({ file, key, score, isOnly: best.length === 1 })))
    .sort((a, b) => b.score - a.score);
  const matches: { file: string; key: string; score: number }[] = [];
  for (const { file, key, score, isOnly } of claims) {
    const isRivalled = claims.some(
      (other) => other.key === key && other.file !== file && other.isOnly && other.score > score - NEAR,
    );
    const isTaken = matches.some((match) => match.key === key);
    if (isOnly && !isRivalled && !isTaken) matches.push({ file, key, score });
  }
  const done = { files: new Set(matches.map(({ file }) => file)), keys: new Set(matches.map(({ key }) => key)) };
  const ambiguous = candidates
    .map(({ file, best }) => ({ file, keys: best.map(({ key }) => key).filter((key) => !done.keys.has(key)) }))
    .filter(({ file, keys }) => !done.files.has(file) && keys.length > 0);
  const open = new Set(ambiguous.map(({ file }) => file));
  return {
    matches,
    ambiguous,
    filesLeft: fileNames.filter((file) => !done.files.has(file) && !open.has(file)),
    keysLeft: nominees.map(({ key }) => key).filter((key) => !done.keys.has(key)),
  };
};
