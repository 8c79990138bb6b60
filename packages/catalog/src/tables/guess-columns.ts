import { meaningOf, type Subject } from './column-words.ts';

/** A field of a nominee that a column can hold. `name` and `desc` without a language are for all languages. */
export type SheetField = Subject | 'name_en' | 'name_uk' | 'desc_en' | 'desc_uk';

/** The field of each column; undefined for one that is left out. */
export type ColumnMapping = readonly (SheetField | undefined)[];

type Column = { readonly header: string; readonly values: readonly string[] };
type Language = 'en' | 'uk';

/** How many rows are looked at. */
const SAMPLE = 200;
/** The share of the values of a column that must look like a field's. */
const MOST = 0.6;

const share = (values: readonly string[], pattern: RegExp): number =>
  values.length === 0 ? 0 : values.filter((value) => pattern.test(value)).length / values.length;

/** What the values of a column show, most special first. */
const LOOKS: readonly (readonly [Subject, RegExp])[] = [
  ['video', /^(?:https?:\/\/)?(?:www\.|m\.)?(?:youtube\.com|youtu\.be|vimeo\.com|tiktok\.com)\//i],
  ['logo', /^[^\n]{1,200}\.(?:svg|png|jpe?g|webp|avif|gif|heic)$/i],
  ['link', /^(?:https?:\/\/|www\.)\S+$|^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:\/\S*)?$/i],
  ['desc', /^[\s\S]{80,}$|<\/?(?:p|br|b|strong|ul|li)\b/],
];

const isCyrillic = (text: string): boolean =>
  (text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0) > (text.match(/\p{Script=Latin}/gu)?.length ?? 0);

/** The language of most values; of the header for an empty column. */
const languageOf = ({ header, values }: Column): Language => {
  const texts = values.length > 0 ? values : [header];
  return texts.filter(isCyrillic).length * 2 > texts.length ? 'uk' : 'en';
};

type Found = { subject: Subject; language: Language | undefined };

const byHeader = ({ header, values }: Column): Found | undefined => {
  const meaning = meaningOf(header);
  if (!meaning || meaning.language === 'other') return undefined;
  // "Company" over addresses is the company's site.
  const isLink = meaning.subject === 'name' && share(values, /^https?:\/\//i) >= MOST;
  return isLink ? { subject: 'link', language: undefined } : { subject: meaning.subject, language: meaning.language };
};

const byContent = ({ values }: Column): Found | undefined => {
  const found = LOOKS.find(([, pattern]) => share(values, pattern) >= MOST);
  return found && { subject: found[0], language: undefined };
};

/** Columns that nothing describes: the one with few different values is the nomination, the first of the others the name. */
const byRepetition = (columns: readonly Column[], found: (Found | undefined)[]): void => {
  const isFree = (subject: Subject): boolean => found.every((each) => each?.subject !== subject);
  const free = columns.flatMap(({ header, values }, index) =>
    found[index] === undefined && header === '' && values.length > 1
      ? [{ index, different: new Set(values).size / values.length }]
      : [],
  );
  for (const { index, different } of free) {
    const subjects: readonly Subject[] = different <= 0.5 ? ['nomination', 'category'] : ['name'];
    const subject = subjects.find(isFree);
    if (subject) found[index] = { subject, language: undefined };
  }
};

/** The fields of the columns of a text: each language once, or one for both. */
const translated = (
  subject: 'name' | 'desc',
  indices: readonly number[],
  found: readonly (Found | undefined)[],
  columns: readonly Column[],
) => {
  const fields = new Map<number, SheetField>();
  const named = indices.filter((index) => found[index]?.language !== undefined);
  const plain = indices.filter((index) => found[index]?.language === undefined);
  const give = (index: number, language: Language): void => {
    const field = `${subject}_${language}` as const;
    if (![...fields.values()].includes(field)) fields.set(index, field);
  };
  for (const index of named) give(index, found[index]?.language ?? 'en');
  const [first, ...others] = plain;
  if (first === undefined) return fields;
  if (named.length === 0 && others.length === 0) return fields.set(first, subject);
  const taken = new Set(fields.values());
  for (const index of plain) {
    const language = columns[index] ? languageOf(columns[index]) : 'en';
    const other = language === 'en' ? 'uk' : 'en';
    give(index, taken.has(`${subject}_${language}`) ? other : language);
  }
  // Two columns of the same language: the first one is for both.
  return fields.size === 1 && named.length === 0 ? new Map<number, SheetField>([[first, subject]]) : fields;
};

/**
 * Proposes the field of each column, by the words of its header in English, Ukrainian or Russian, else by its content: addresses,
 * names of pictures, long texts. No field is proposed twice.
 */
export const guessColumns = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
): (SheetField | undefined)[] => {
  const sample = rows.slice(0, SAMPLE);
  const columns = header.map((name, index) => ({
    header: name,
    values: sample.map((row) => row[index] ?? '').filter((value) => value !== ''),
  }));
  const found = columns.map(byHeader);
  const taken = new Set(found.map((each) => each?.subject));
  for (const [index, column] of columns.entries()) {
    const look = found[index] === undefined && meaningOf(column.header) === undefined ? byContent(column) : undefined;
    if (look && !taken.has(look.subject)) {
      found[index] = look;
      if (look.subject !== 'desc') taken.add(look.subject);
    }
  }
  byRepetition(columns, found);
  const indicesOf = (subject: Subject): number[] =>
    found.flatMap((each, index) => (each?.subject === subject ? [index] : []));
  const fields = new Map<number, SheetField>([
    ...translated('name', indicesOf('name'), found, columns),
    ...translated('desc', indicesOf('desc'), found, columns),
  ]);
  return found.map((each, index) => {
    if (!each || each.subject === 'name' || each.subject === 'desc') return fields.get(index);
    return indicesOf(each.subject)[0] === index ? each.subject : undefined;
  });
};
