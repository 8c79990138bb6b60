import { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** An option of a command: one field of the input of a call. */
export type Flag = {
  /** Like `public-reason-en`. */
  readonly name: string;
  /** The place of its value in the input. */
  readonly path: readonly string[];
  readonly kind: 'text' | 'list' | 'number' | 'switch';
  readonly choices: readonly string[];
  readonly required: boolean;
  /** Whether the field may be null, which is typed as `none`. */
  readonly nullable: boolean;
};

/** How null is typed. */
export const NONE = 'none';

/** `publicReason` is `public-reason`. */
export const kebab = (words: string): string => words.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const isSchema = (schema: unknown): schema is Schema => typeof schema === 'object' && schema !== null;

/** The schemas of a union, or the schema itself. */
const variantsOf = (schema: Schema): Schema[] =>
  [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
    .filter(isSchema)
    .flatMap(variantsOf)
    .concat(schema.anyOf || schema.oneOf ? [] : [schema]);

/** The values of an enumeration or a constant. */
const valuesOf = ({ enum: values, const: value }: Schema): string[] =>
  (values ?? (value === undefined ? [] : [value])).map(String);

const leafOf = (schemas: readonly Schema[]): Pick<Flag, 'kind' | 'choices' | 'nullable'> => {
  const variants = schemas.flatMap(variantsOf);
  const shown = variants.filter(({ type }) => type !== 'null');
  const choices = shown.every((each) => valuesOf(each).length > 0) ? [...new Set(shown.flatMap(valuesOf))] : [];
  const isAll = (...types: string[]): boolean => shown.every(({ type }) => types.includes(String(type)));
  const kind = isAll('array') ? 'list' : isAll('boolean') ? 'switch' : isAll('integer', 'number') ? 'number' : 'text';
  return { kind, choices, nullable: shown.length < variants.length };
};

/** The fields of an object, or of each object of a union, with the schemas that they have there. */
const fieldsOf = (schemas: readonly Schema[]): Map<string, Schema[]> => {
  const fields = new Map<string, Schema[]>();
  for (const { properties } of schemas) {
    for (const [key, schema] of Object.entries(properties ?? {})) {
      if (isSchema(schema)) fields.set(key, [...(fields.get(key) ?? []), schema]);
    }
  }
  return fields;
};

/**
 * The flags of a schema. The fields of an object inside of another one have their own names; the entries of a record, such as the
 * languages of a text, follow the name of the record.
 */
const flagsIn = (schemas: readonly Schema[], path: readonly string[], required: boolean): Flag[] => {
  const variants = schemas.flatMap(variantsOf);
  const [{ propertyNames } = {}] = variants;
  if (isSchema(propertyNames)) {
    return valuesOf(propertyNames).map((key) => ({
      ...{ name: kebab(`${path.at(-1)}-${key}`), path: [...path, key], kind: 'text', choices: [] },
      ...{ required, nullable: false },
    }));
  }
  const fields = fieldsOf(variants);
  if (fields.size === 0) {
    return [{ name: kebab(path.at(-1) ?? ''), path, required, ...leafOf(schemas) }];
  }
  return [...fields].flatMap(([key, of]) =>
    flagsIn(of, [...path, key], required && variants.every((each) => each.required?.includes(key))),
  );
};

/** The flags of the input of a call. */
export const flagsOf = (schema: z.ZodType | undefined): Flag[] =>
  schema === undefined ? [] : flagsIn([z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })], [], true);

const readValue = ({ kind, nullable, required }: Flag, typed: unknown): unknown => {
  if (typed === undefined) return kind === 'switch' && required ? false : undefined;
  if (nullable && typed === NONE) return null;
  return kind === 'number' && /^-?\d+$/.test(String(typed)) ? Number(typed) : typed;
};

type Tree = { [key: string]: unknown };
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The input of a call, made of the values that were typed. @param typed the value of a flag, if it was given */
export const inputOf = (flags: readonly Flag[], typed: (flag: Flag) => unknown): Tree => {
  const input: Tree = {};
  for (const flag of flags) {
    const value = readValue(flag, typed(flag));
    let place = input;
    for (const key of flag.path.slice(0, -1)) {
      const inner = place[key];
      const next = isTree(inner) ? inner : {};
      place[key] = next;
      place = next;
    }
    if (value !== undefined) place[flag.path.at(-1) ?? ''] = value;
  }
  return input;
};

/** The flag of a field that a call refused, like `selection.networks.0`. */
export const flagAt = (flags: readonly Flag[], field: string): Flag | undefined =>
  flags.find(({ path }) => field === path.join('.') || field.startsWith(`${path.join('.')}.`));
