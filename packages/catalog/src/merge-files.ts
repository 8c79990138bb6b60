import { createHash } from 'node:crypto';
import type { EditionEdit, FieldValue } from '@laurel/contracts/console/calls/editor';
import { type EditionChange, writtenValue } from './compare-editions.ts';
import { editEdition, readFields } from './edit-edition.ts';
import { isItem, textIn } from './field-values.ts';
import { mergeVersions } from './merge-versions.ts';

type Files = ReadonlyMap<string, Buffer>;

/** The folders of pictures. */
export const PICTURES = ['logos', 'pictures'] as const;

/** What another folder changed in a version, which is brought into this one. */
export type MergeChange = {
  readonly kind: 'merge';
  readonly base: Files;
  readonly mine: Files;
  /** The fields of conflicts for which the other folder's value is taken. */
  readonly taken: readonly string[];
};

/** A name that no other picture of the folder has. */
export const freeName = (files: Files, folder: string, file: string, body: Buffer): string => {
  const [stem, extension] = [file.replace(/\.\w+$/, ''), file.replace(/^.*\./, '')];
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? file : `${stem}-${number}.${extension}`;
    const there = files.get(`${folder}/${name}`);
    if (!there || there.equals(body)) return name;
  }
};

/** Separates the name of a picture from what is in it: no text of an edition has it. */
const MARK = '\0';

const mapTexts = (value: FieldValue, change: (text: string) => string): FieldValue => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (!isItem(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each as FieldValue, change)]));
};

/** The fields of a folder, in which a picture that is another under the same name is another value. */
const markedFields = (files: Files) => {
  const mark = (text: string): string => {
    const contents = PICTURES.flatMap((folder) => files.get(`${folder}/${text}`) ?? []);
    const hash = contents.reduce((sum, content) => sum.update(content), createHash('sha256'));
    return contents.length === 0 ? text : `${text}${MARK}${hash.digest('hex')}`;
  };
  const { edition, nominations } = readFields(files);
  return { edition: mapTexts(edition, mark), nominations: nominations.map((each) => mapTexts(each, mark)) };
};
const unmarked = (text: string): string => text.split(MARK)[0] ?? '';

/** What another folder changed in a version, in these files. */
export const mergeFiles = (
  files: Files,
  { base, mine, taken }: MergeChange,
): { files: Files; differing: EditionChange[] } => {
  const { edits, conflicts } = mergeVersions(
    ...([markedFields(base), markedFields(files), markedFields(mine)] as const),
    new Set(taken),
  );
  const all = new Map(files);
  /** The text, whose picture comes along. */
  const brought = (text: string): string => {
    const file = unmarked(text);
    if (file === text) return text;
    const names = PICTURES.flatMap((folder) => {
      const body = mine.get(`${folder}/${file}`);
      if (!body) return [];
      const name = freeName(all, folder, file, body);
      all.set(`${folder}/${name}`, body);
      return [name];
    });
    return names[0] ?? file;
  };
  const made = edits.map((edit): EditionEdit => {
    if (edit.kind === 'add') return { ...edit, item: mapTexts(edit.item, brought) as typeof edit.item };
    if (edit.kind !== 'set') return edit;
    return { ...edit, before: mapTexts(edit.before, unmarked), after: mapTexts(edit.after, brought) };
  });
  const said = (value: FieldValue): string =>
    isItem(value) && 'tag' in value ? textIn(value.tag) : writtenValue(mapTexts(value, unmarked));
  return {
    files: editEdition(all, made).files,
    differing: conflicts.map(({ field, theirs, mine: wanted }) => ({
      field,
      before: said(theirs),
      after: said(wanted),
    })),
  };
};
