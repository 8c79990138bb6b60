import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkEdition } from '@laurel/catalog/load-edition';
import { lineBehind, type Merged, mergeNominees } from '@laurel/catalog/merge-nominees';
import { formatCsvProblem, readNomineesCsv } from '@laurel/catalog/nominees-csv';
import { formatProblem } from '@laurel/catalog/problem';
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

/** The problems of the edition after the import, with the table's lines that cause them. */
const problemsAfter = async (directory: string, file: string, { files, places }: Merged): Promise<string[]> => {
  const trial = await mkdtemp(join(tmpdir(), 'laurel-nominees-'));
  try {
    await cp(directory, trial, { recursive: true });
    for (const [name, text] of files) await writeFile(join(trial, 'nominations', name), text);
    return (await checkEdition(trial)).map((problem) => {
      const at = lineBehind(places, problem.file, problem.field);
      return at ? formatCsvProblem(file, { ...problem, ...at }) : formatProblem(problem);
    });
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
  if (wrong.length === 0) wrong.push(...(await problemsAfter(options.dir, file, merged)));
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
