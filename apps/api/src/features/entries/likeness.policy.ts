// cspell:ignore aeou dooel eood sarl trgm
/** Legal forms, which people write or leave out. */
const LEGAL_FORMS =
  'ltd limited llc inc incorporated corp corporation co company plc llp lp gmbh ag kg ug sa sas sarl srl spa bv nv oy oyj ab as aps sro doo dooel ' +
  'kft zrt ood eood sia uab ou jsc тов тзов товариство фоп пп ат прат пат кп ооо оао ао зао ип ип';
const IS_LEGAL_FORM = new Set(LEGAL_FORMS.split(' '));

/** Ukrainian and Russian letters in Latin (KMU 55 of 2010 where it has them). */
const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'а=a б=b в=v г=h ґ=g д=d е=e є=ie ж=zh з=z и=y і=i ї=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ь= ' +
    'ю=iu я=ia ы=y э=e ё=e ъ='
  )
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

/** Spellings of one sound, in the order in which they are replaced. Each way of writing a name in Latin ends at the same letters. */
const SOUNDS: readonly (readonly [spelling: RegExp, letters: string])[] = [
  [/shch|sch|ch/g, 's'],
  [/zh|sh/g, 's'],
  [/kh|gh/g, 'h'],
  [/g/g, 'h'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/ck|q|c(?![eiy])/g, 'k'],
  [/ts|tz|c/g, 's'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/[yj]/g, 'i'],
  [/[ae]i/g, 'e'],
  [/i+(?=[aeou])/g, ''],
  [/ee|ea/g, 'i'],
  [/oo|ou/g, 'u'],
  [/z/g, 's'],
  [/(.)\1+/g, '$1'],
];

/** Letters without marks, and Cyrillic ones in Latin. */
const inLatin = (text: string): string =>
  [...text.normalize('NFKC').toLowerCase()]
    .map((letter) => LATIN[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .join('');

/**
 * The name by which entries are gathered: without what stands in brackets, legal forms, marks and blanks, and by its sound, so that
 * a name in Latin and in Cyrillic is one. A name in another script, or of which nothing is left, is its own letters.
 */
export const keyOf = (name: string): string => {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .split(/[^\p{L}\p{M}\p{Nd}'’.]+/u)
    .map((word) => word.replace(/['’.]/g, ''))
    .filter((word) => word !== '' && word !== 'and' && word !== 'the' && word !== 'та' && word !== 'і');
  const meant = words.filter((word) => !IS_LEGAL_FORM.has(word));
  const letters = inLatin((meant.length > 0 ? meant : words).join(''));
  const sound = SOUNDS.reduce((text, [spelling, to]) => text.replace(spelling, to), letters).replace(
    /[^\p{L}\p{Nd}]/gu,
    '',
  );
  return sound || name.normalize('NFKC').toLowerCase();
};

const NETWORKS =
  /^(?:www\.|m\.)?(?:instagram\.com|t\.me|telegram\.me|x\.com|twitter\.com|facebook\.com|tiktok\.com|youtube\.com)\/@?([\w.]+)/;

/** What a link leads to: a handle with @, or the host and the path; null without a link. */
export const placeOf = (link: string | null): string | null => {
  if (link === null || link.startsWith('@')) return link?.toLowerCase() ?? null;
  const place = link
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
  const handle = NETWORKS.exec(place)?.[1];
  return handle === undefined ? place.replace(/^(?:www|m)\./, '') : `@${handle}`;
};

const trigramsOf = (key: string): Set<string> => {
  const padded = `  ${key} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
};

/** How alike two keys are, from 0 to 1: the trigrams that both have, of all that one has (as PostgreSQL's pg_trgm counts). */
export const likenessTo = (key: string): ((other: string) => number) => {
  const own = trigramsOf(key);
  return (other) => {
    const theirs = trigramsOf(other);
    let shared = 0;
    for (const trigram of theirs) if (own.has(trigram)) shared += 1;
    return shared / (own.size + theirs.size - shared);
  };
};
