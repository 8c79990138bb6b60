import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectEdition } from '@laurel/catalog/load-edition';
import { lineBehind, type Merged, mergeNominees } from '@laurel/catalog/merge-nominees';
import { formatCsvProblem, readNomineesCsv } from '@laurel/catalog/nominees-csv';
import { formatProblem, type Problem } from '@laurel/catalog/problem';
import { isDrawable } from '../adapters/link-card/font-files.ts';
import { asCareful, asOrganiser, type Careful, confirm, type Who } from './change.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { recordFileChange } from './note.ts';
import { EXIT, type ExitCode, json, MisuseError } from './output.ts';

const readNominations = async (directory: string): Promise<Map<string, string>> => {
  const folder = join(directory, 'nominations');
  if (!existsSync(folder))
    throw new MisuseError(`There is no edition in ${directory}: --dir names the folder with edition.yaml.`);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml') && !name.startsWith('.'));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
};

/** The problems of the edition after the import, with the table's lines that cause them, and what is worth a look in the table. */
const inspectAfter = async (directory: string, file: string, { files, places }: Merged) => {
  const trial = await mkdtemp(join(tmpdir(), 'laurel-nominees-'));
  try {
    await cp(directory, trial, { recursive: true });
    for (const [name, text] of files) await writeFile(join(trial, 'nominations', name), text);
    const { problems, warnings } = await inspectEdition(trial, { isDrawable });
    const formatted = (problem: Problem): string => {
      const at = lineBehind(places, problem.file, problem.field);
      return at ? formatCsvProblem(file, { ...problem, ...at }) : formatProblem(problem);
    };
    const ofTable = warnings.filter((each) => lineBehind(places, each.file, each.field));
    return { problems: problems.map(formatted), warnings: ofTable.map(formatted) };
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
};

/** Writes temporary files, then renames each one. If one fails, the replaced files are restored. */
const writeAll = async (directory: string, files: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>) => {
  const pathOf = (name: string): string => join(directory, 'nominations', name);
  // The loader ignores names that start with a dot.
  const draftOf = (name: string): string => pathOf(`.${name}.draft`);
  const placed: string[] = [];
  try {
    for (const [name, text] of files) await writeFile(draftOf(name), text, { flush: true });
    for (const name of files.keys()) {
      await rename(draftOf(name), pathOf(name));
      placed.push(name);
    }
  } catch (error) {
    for (const name of placed) await writeFile(pathOf(name), before.get(name) ?? '');
    throw error;
  } finally {
    for (const name of files.keys()) await rm(draftOf(name), { force: true });
  }
};

type Options = Json & Who & Careful & { dir: string };

/** `laurel nominees import FILE`. */
const importNominees = async (laurel: Laurel, file: string, options: Options): Promise<ExitCode> => {
  const { output } = laurel;
  const before = await readNominations(options.dir);
  const bytes = await readFile(file).catch(() => {
    throw new MisuseError(`${file} does not exist or can't be read.`);
  });
  const { rows, problems } = readNomineesCsv(bytes);
  const merged = await mergeNominees(before, problems.length > 0 ? [] : rows);
  const wrong = [...problems, ...merged.problems].map((problem) => formatCsvProblem(file, problem));
  if (wrong.length === 0) {
    const after = await inspectAfter(options.dir, file, merged);
    wrong.push(...after.problems);
    for (const warning of after.warnings) output.problem(`Worth a look: ${warning}`);
  }
  if (wrong.length > 0) {
    for (const each of wrong) output.problem(each);
    output.problem('Nothing was written.');
    return EXIT.problem;
  }
  const changes = merged.changes.filter(({ kind }) => kind !== 'same');
  const unchanged = merged.changes.length - changes.length;
  const done = !options.dryRun && changes.length > 0;
  if (!options.json) {
    for (const { kind, nominee, fields, line } of changes) {
      output.line(`${kind.padEnd(7)}  ${nominee}${fields.length > 0 ? `  ${fields.join(', ')}` : ''}  (line ${line})`);
    }
    output.line(`${changes.length} to write, ${unchanged} unchanged.`);
  }
  if (done) {
    await confirm(laurel, options, [`${merged.files.size} files in ${options.dir}/nominations will be rewritten.`]);
    await recordFileChange(laurel, options, {
      action: 'nominees.import',
      subject: 'edition files',
      detail: { changes: changes.length },
    });
    try {
      await writeAll(options.dir, merged.files, before);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      output.problem(`${options.dir} can't be written (${error.message}). Nothing was changed.`);
      return EXIT.problem;
    }
  }
  if (options.json) output.line(json({ written: done, files: [...merged.files.keys()], changes: merged.changes }));
  else if (done) output.line(`Written. To see the effect on the vote: "laurel edition diff ${options.dir}".`);
  else if (options.dryRun) output.line('Nothing was written: this was a dry run.');
  return EXIT.ok;
};

/** `laurel nominees …`. */
export const registerNominees = (laurel: Laurel): void => {
  const nominees = laurel.program.command('nominees').description('import nominees from a table');
  asCareful(asOrganiser(asJson(nominees.command('import').argument('<FILE>')), { reason: 'optional' }))
    .description('write the nominees of a CSV file to the edition’s files: all or none')
    .requiredOption('--dir <DIR>', 'the edition’s folder')
    .action(async (file: string, options: Options) => laurel.ended(await importNominees(laurel, file, options)));
};
