import { existsSync } from 'node:fs';
import { inspectEdition } from '@laurel/catalog/load-edition';
import { formatProblem, formatWarning } from '@laurel/catalog/problem';
import { isDrawable } from '../adapters/link-card/font-files.ts';
import { registerEditionImport } from './edition-import.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, type ExitCode, MisuseError, type Output, print } from './output.ts';

/** `laurel edition check DIR`: lists the problems of an edition, and what is worth a look, by file, line and field. */
const checkEditionDir = async (directory: string, output: Output, options: Json): Promise<ExitCode> => {
  if (!existsSync(directory)) throw new MisuseError(`There is no directory ${directory}.`);
  const { problems, warnings } = await inspectEdition(directory, { isDrawable });
  for (const warning of warnings) output.problem(formatWarning(warning));
  const lines = problems.length === 0 ? `The edition in ${directory} is valid.` : problems.map(formatProblem);
  print(output, options.json, problems, lines);
  return problems.length === 0 ? EXIT.ok : EXIT.problem;
};

/** `laurel edition …`. */
export const registerEdition = (laurel: Laurel): void => {
  const { program, output, ended } = laurel;
  const edition = program.command('edition').description('check, compare and import the files of an edition');
  asJson(edition.command('check').argument('<DIR>'))
    .description('report errors by file, line and field')
    .action(async (directory: string, options: Json) => {
      ended(await checkEditionDir(directory, output, options));
    });
  registerEditionImport(laurel, edition);
};
