import type { EditionProblem } from '@laurel/contracts/console/calls/edition';
import type { DraftFields, FieldValue } from '@laurel/contracts/console/calls/editor';

/** What a draft says, which may have any mistakes. */
export type Fields = Pick<DraftFields, 'edition' | 'nominations'>;
export type FieldMap = { [key: string]: FieldValue };

/** Whether a value has fields. */
export const isMap = (value: FieldValue | undefined): value is FieldMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '');
export const partOf = (value: FieldValue | undefined, part: string): FieldValue =>
  isMap(value) ? (value[part] ?? null) : null;

/** The field of a problem, named by tags as in edits; undefined if its file is none of fields. */
export const fieldOf = (
  fields: Fields,
  { file, field }: Pick<EditionProblem, 'file' | 'field'>,
): string | undefined => {
  const tag = /^nominations\/([^/]+)\.yaml$/.exec(file)?.[1];
  if (tag === undefined && file !== 'edition.yaml') return undefined;
  const parts = tag === undefined ? [] : ['nominations', tag];
  let node: FieldValue | undefined =
    tag === undefined ? fields.edition : fields.nominations.find((each) => partOf(each, 'tag') === tag);
  for (const [, index, key = ''] of field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    node = Array.isArray(node) ? node[Number(index)] : partOf(node, key);
    parts.push(index === undefined ? key : textOf(partOf(node, 'tag')) || index);
  }
  return parts.join('.');
};
