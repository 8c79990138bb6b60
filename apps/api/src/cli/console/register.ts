import { type ConsoleCall, consoleFailureSchema } from '@laurel/contracts/console/call';
import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { actorOf, asPerson, confirm, WHY } from '../change.ts';
import { readGivenBytes, readGivenLines, STDIN } from '../given-file.ts';
import { asJson, type Laurel } from '../laurel.ts';
import { EXIT, type ExitCode, json, MisuseError, type Output } from '../output.ts';
import { CALL_COMMANDS, type CallCommand, placesOf } from './calls.ts';
import { type Flag, flagAt, flagsOf, inputOf, NONE } from './flags.ts';
import { answerTexts } from './print.ts';
import { type Answer, callConsole, type Input } from './run.ts';

type Typed = { readonly [option: string]: unknown };
type Options = { readonly json: boolean; readonly yes?: boolean; readonly as?: string };

const more = (value: string, before: readonly string[] = []): string[] => [...before, value];

const optionOf = ({ name, kind, choices, required, nullable }: Flag): Option => {
  if (kind === 'switch') return new Option(`--${name}`);
  const hints = [
    ...(name === 'reason' ? [WHY] : []),
    ...(kind === 'list' ? [`can be repeated; ${STDIN} reads the lines of the standard input`] : []),
    ...(nullable ? [`or ${NONE}`] : []),
  ];
  const option = new Option(`--${name} <${kind === 'number' ? 'NUMBER' : 'VALUE'}>`, hints.join('; '));
  if (kind === 'list') option.argParser(more);
  if (choices.length > 0) option.choices([...choices, ...(nullable ? [NONE] : [])]);
  return option.makeOptionMandatory(required);
};

const attributeOf = (flag: Flag): string => optionOf(flag).attributeName();

const allFlagsOf = ({ query, body }: ConsoleCall): Flag[] => [...flagsOf(query), ...flagsOf(body)];

/** Checks a part of the input before the database is opened. @throws MisuseError naming the flag and its rule */
const check = (schema: z.ZodType | undefined, input: unknown, flags: readonly Flag[]): void => {
  const [issue] = schema?.safeParse(input).error?.issues ?? [];
  if (issue) throw new MisuseError(refusalOf(issue.path.join('.'), issue.message, flags));
};

const refusalOf = (field: string, message: string, flags: readonly Flag[]): string => {
  const flag = flagAt(flags, field);
  return `${flag ? `--${flag.name}: ` : field === 'id' ? 'ID: ' : ''}${message}`;
};

/** Reads the input of a call. @throws MisuseError if the contract does not allow it */
export const readInput = async (call: ConsoleCall, places: readonly string[], options: Typed): Promise<Input> => {
  const typed: Record<string, unknown> = { ...options };
  const flags = allFlagsOf(call);
  for (const flag of flags) {
    const values = typed[attributeOf(flag)];
    if (flag.kind !== 'list' || !Array.isArray(values) || !values.includes(STDIN)) continue;
    typed[attributeOf(flag)] = [
      ...values.filter((value) => value !== STDIN),
      ...(await readGivenLines(STDIN, `--${flag.name}`)),
    ];
  }
  const inputFor = (schema: z.ZodType | undefined) => inputOf(flagsOf(schema), (flag) => typed[attributeOf(flag)]);
  const params = Object.fromEntries(placesOf(call).map((name, index) => [name, places[index] ?? '']));
  const [query, body] = [inputFor(call.query), inputFor(call.body)];
  check(call.params, params, []);
  check(call.query, query, flags);
  check(call.body, body, flags);
  if (call.upload) {
    const file = await readGivenBytes(String(typed.file), '--file');
    return { params, query, body: { file, type: String(typed.type) } };
  }
  return { params, query, ...(call.body ? { body } : {}) };
};

/** Why a call was refused, in words of the command. Nothing was changed. */
const refused = (call: ConsoleCall, body: Buffer): MisuseError => {
  const { message, metadata = {} } = consoleFailureSchema.parse(JSON.parse(body.toString()));
  const flags = allFlagsOf(call);
  const fields = Object.entries(metadata.fields ?? {}).map(([field, text]) => refusalOf(field, String(text), flags));
  const { rule } = metadata;
  const text = fields.length > 0 ? fields.join('. ') : `${message}${rule === undefined ? '' : ` (${rule})`}`;
  return new MisuseError(`${text}. Nothing was changed.`);
};

const dataOf = (answer: object): object =>
  'success' in answer ? ('data' in answer && answer.data instanceof Object ? answer.data : {}) : answer;

/** Prints an answer: a file as it is, the others in lines or in JSON. */
const tell = async (output: Output, { type, body }: Answer, inJson: boolean): Promise<ExitCode> => {
  if (!type.startsWith('application/json')) {
    await output.write(body);
    return EXIT.ok;
  }
  const answer: object = JSON.parse(body.toString());
  const data = dataOf(answer);
  if (inJson) output.line(json(answer));
  else if ('csv' in data) await output.write(String(data.csv));
  else for (const line of Object.keys(data).length > 0 ? answerTexts(data) : ['Done.']) output.line(line);
  return EXIT.ok;
};

const run = async (laurel: Laurel, { screen, name, call }: CallCommand, places: string[], options: Options & Typed) => {
  const { output, config, withDeps } = laurel;
  const person = actorOf(options.as, config());
  const input = await readInput(call, places, options);
  if (call.fresh && call.method === 'POST') {
    await confirm(laurel, { yes: options.yes === true }, [`${[screen, name, ...places].join(' ')}: ${call.summary}.`]);
  }
  await withDeps(async (deps) => {
    const answer = await callConsole({ deps, config: config(), person }, call, input);
    if (answer.status >= 400) throw refused(call, answer.body);
    return tell(output, answer, options.json);
  });
};

const addFlags = (command: Command, call: ConsoleCall): void => {
  for (const flag of allFlagsOf(call)) command.addOption(optionOf(flag));
  if (call.upload) {
    command.requiredOption('--file <FILE>', `the file; ${STDIN} is the standard input`);
    command.addOption(new Option('--type <TYPE>', 'what it is').choices(call.upload.types).makeOptionMandatory());
  }
  if (call.fresh && call.method === 'POST') command.option('--yes', 'confirm without a prompt', false);
};

/** Adds `laurel <screen> <call>` for each call of the console that has no command of its own. */
export const registerConsoleCalls = (laurel: Laurel): void => {
  const { program } = laurel;
  for (const each of CALL_COMMANDS) {
    const { screen, name, call } = each;
    const family =
      program.commands.find((command) => command.name() === screen) ??
      program.command(screen).description(`what the screen “${screen}” of the console shows and does`);
    const command = asPerson(asJson(family.command(name).description(call.summary)));
    for (const place of placesOf(call)) command.argument(`<${place.toUpperCase()}>`);
    // Made only for the command that runs: all of them take 20 ms, which the start of each command would last longer.
    family.hook('preSubcommand', (_family, chosen) => {
      if (chosen === command) addFlags(command, call);
    });
    // `laurel results` is a command, too, and reads the options that it knows, also behind the name of the call.
    command.action(() => run(laurel, each, command.args, command.optsWithGlobals<Options & Typed>()));
  }
};
