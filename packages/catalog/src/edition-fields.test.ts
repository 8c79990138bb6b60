import { EDITION_FIELDS, type EditionField, NOMINATION_FIELDS } from '@laurel/contracts/console/edition-fields';
import { LANGUAGES } from '@laurel/contracts/languages';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { editionFileSchema } from './edition-schema.ts';
import { nominationFileSchema } from './nomination-schema.ts';

type Found = Pick<EditionField, 'path' | 'optional' | 'localized' | 'min' | 'options' | 'standard'> & {
  readonly max?: number | undefined;
  readonly parts?: readonly Found[] | undefined;
};
type Schema = z.core.$ZodType;

/** The schema inside of those that make a value optional, prepare or change it, and what those say about it. */
const insideOf = (schema: Schema): { schema: Schema; more: Pick<Found, 'optional' | 'standard'> } => {
  const wrapped = (inner: Schema, own: object = {}) => {
    const found = insideOf(inner);
    return { schema: found.schema, more: { ...found.more, ...own } };
  };
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return wrapped(schema.def.innerType, { optional: true });
  }
  if (schema instanceof z.ZodDefault) {
    const value = schema.def.defaultValue;
    const standard = typeof value === 'string' || typeof value === 'number' ? { standard: value } : {};
    return wrapped(schema.def.innerType, { optional: true, ...standard });
  }
  if (!(schema instanceof z.ZodPipe)) return { schema, more: {} };
  return wrapped(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
};

const limitsOf = (schema: Schema): Partial<Found> => {
  if (schema instanceof z.ZodEnum) return { options: schema.options.map(String) };
  if (schema instanceof z.ZodNumber) return { min: schema.minValue ?? 0, max: schema.maxValue ?? 0 };
  return schema instanceof z.ZodString && schema.maxLength !== null ? { max: schema.maxLength } : {};
};

const fieldsIn = (given: Schema, path = ''): Found[] => {
  const { schema, more } = insideOf(given);
  if (schema instanceof z.ZodObject) {
    const names = Object.keys(schema.shape);
    const [first] = LANGUAGES;
    if (names.every((name) => LANGUAGES.some((each) => each === name))) {
      return fieldsIn(schema.shape[first], path).map((field) => ({ ...field, ...more, localized: true }));
    }
    const optional = more.optional && path !== '' ? more : {};
    return names.flatMap((name) =>
      fieldsIn(schema.shape[name], path === '' ? name : `${path}.${name}`).map((field) => ({ ...field, ...optional })),
    );
  }
  const item = schema instanceof z.ZodArray ? insideOf(schema.element).schema : undefined;
  const parts = item instanceof z.ZodObject ? { parts: fieldsIn(item) } : {};
  return [{ path, ...limitsOf(schema), ...parts, ...more }];
};

const byPath = (fields: readonly Found[]): string[] =>
  fields
    .map(({ path, optional, localized, min, max, options, standard, parts }) =>
      // How long a list may be is a rule of its own.
      JSON.stringify({
        path,
        optional,
        localized,
        min,
        max: parts ? undefined : max,
        options,
        standard,
        parts: parts && byPath(parts),
      }),
    )
    .sort();

const itemOf = (schema: Schema, name: string): Schema => {
  const inside = insideOf(schema).schema;
  const list = inside instanceof z.ZodObject ? insideOf(inside.shape[name]).schema : undefined;
  if (!(list instanceof z.ZodArray)) throw new Error(`${name} is no list`);
  return list.element;
};
const without = (fields: readonly Found[], ...paths: readonly string[]): Found[] =>
  fields.filter(({ path }) => !paths.includes(path));

it('the form of an edition has every field of the schema, with the same limits', () => {
  expect(
    byPath(
      EDITION_FIELDS.map(({ max, ...field }) =>
        field.path === 'log.auditors' || max === undefined ? field : { ...field, max },
      ),
    ),
  ).toEqual(byPath(fieldsIn(editionFileSchema)));
});

it('the fields of nominations, categories and nominees are those of the schema', () => {
  const category = itemOf(nominationFileSchema, 'categories');
  const nominee = itemOf(category, 'companies');
  expect(byPath(NOMINATION_FIELDS.nomination)).toEqual(
    byPath(without(fieldsIn(nominationFileSchema), 'tag', 'categories')),
  );
  expect(byPath(NOMINATION_FIELDS.category)).toEqual(byPath(without(fieldsIn(category), 'tag', 'companies')));
  expect(byPath(NOMINATION_FIELDS.nominee)).toEqual(byPath(without(fieldsIn(nominee), 'tag')));
});
