import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from './root.ts';

const TABLE = 'tests/attack/attacks.tsv';
const COLUMNS = ['id', 'spec', 'attack', 'guard', 'where', 'test', 'proof'] as const;

const text = z.string().min(1);
/** `file#name` of a function, a method or a constant, or only the file. */
const place = text.transform((each) => {
  const [file = '', ...name] = each.split('#');
  return { file, name: name.join('#') };
});
const removal = z.strictObject({ file: text, find: text, put: z.string() });
const attack = z.strictObject({
  id: z.string().regex(/^[a-z]+\.[a-z0-9-]+$/),
  spec: z.string().regex(/^([A-Z][A-Z0-9]{1,2}-\d\d)?$/),
  attack: text,
  guard: text,
  where: text.transform((cell) => cell.split(' && ')).pipe(z.array(place)),
  test: z
    .string()
    .regex(/^\S+\.(test\.tsx?|spec\.ts|stack\.ts) > ./)
    .transform((cell) => {
      const at = cell.indexOf(' > ');
      return { file: cell.slice(0, at), title: cell.slice(at + 3) };
    }),
  proof: z
    .string()
    .transform((cell): unknown => JSON.parse(cell))
    .pipe(z.array(removal).min(1)),
});

/** A text that occurs once in a file, and the text that replaces it when the guard is removed. */
export type Removal = z.output<typeof removal>;
/**
 * One attack: what the attacker does, the guard that stops it, the places of the guard, the test that carries out the
 * attack (with its title as in the source), and the removals that make this test fail.
 */
export type Attack = z.output<typeof attack>;

/** Parses the table. @throws Error if the columns are not the expected ones, or a cell is not valid */
export const readAttacks = (table: string): Attack[] => {
  const [head, ...rows] = table.replace(/\n$/, '').split('\n');
  if (head !== COLUMNS.join('\t')) throw new Error(`The columns of ${TABLE} must be ${COLUMNS.join(', ')}`);
  return rows.map((row) => {
    const cells = row.split('\t');
    const { data, error } = attack.safeParse(Object.fromEntries(cells.map((cell, at) => [COLUMNS[at] ?? at, cell])));
    if (error) throw new Error(`${TABLE}, ${cells[0]}: ${z.prettifyError(error)}`);
    return data;
  });
};

/** Every attack, in the order of the table. */
export const attacks: readonly Attack[] = readAttacks(readFileSync(join(root, TABLE), 'utf8'));

/** The area of an attack: the part of its id before the dot. */
export const areaOf = ({ id }: Pick<Attack, 'id'>): string => id.slice(0, id.indexOf('.'));
