import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A requirement of OWASP's ASVS 5.0 and its status. */
export interface Requirement {
  readonly id: string;
  readonly level: string;
  readonly requirement: string;
  readonly status: string;
  /** Files from the root, separated by ` && `, each optionally with a text that it contains: a test's title or a heading. */
  readonly evidence: readonly { readonly file: string; readonly text?: string }[];
  readonly note: string;
}

const COLUMNS = 'id\tlevel\trequirement\tstatus\tevidence\tnote';
const STATUSES = ['met', 'not applicable', 'open'];

/** Reads the list: six columns, separated by tabs. @throws Error for a row with more or fewer columns */
export function readRequirements(text: string): Requirement[] {
  const [head, ...rows] = text.replace(/\n$/, '').split('\n');
  if (head !== COLUMNS) throw new Error(`the columns are ${COLUMNS}`);
  return rows.map((row) => {
    const cells = row.split('\t');
    const [id = '', level = '', requirement = '', status = '', evidence = '', note = ''] = cells;
    if (cells.length !== 6) throw new Error(`${id} has ${cells.length} cells`);
    const named = evidence.split(' && ').filter((each) => each !== '');
    return {
      id,
      level,
      requirement,
      status,
      note,
      evidence: named.map((each) => {
        const [file = '', text] = each.split(' > ');
        return text === undefined ? { file } : { file, text };
      }),
    };
  });
}

/** The problems of the list: missing evidence and rows without a reason. */
export function problemsOf(requirements: readonly Requirement[], root: string): string[] {
  return requirements.flatMap(({ id, status, evidence, note }) => [
    ...(STATUSES.includes(status) ? [] : [`${id}: "${status}" is no status`]),
    ...(status === 'met' && evidence.length === 0 ? [`${id}: met, and nothing shows it`] : []),
    ...(status !== 'met' && note === '' ? [`${id}: ${status} without a reason`] : []),
    ...evidence.flatMap(({ file, text }) => {
      const path = join(root, file);
      if (!existsSync(path)) return [`${id}: there is no ${file}`];
      return text === undefined || readFileSync(path, 'utf8').includes(text) ? [] : [`${id}: ${file} has no "${text}"`];
    }),
  ]);
}
