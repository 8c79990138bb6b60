import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { confirm, input } from '@inquirer/prompts';
import { checkEdition } from '@laurel/catalog/load-edition';
import { formatProblem } from '@laurel/catalog/problem';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { asJson, type Laurel } from '../laurel.ts';
import { EXIT, type ExitCode, MisuseError, type Output, print } from '../output.ts';
import type { Terminal } from './ask.ts';
import { answersOf, completed, withQuestionFlags } from './flags.ts';
import { existingIn, hasEdition, writeDeployment } from './folder.ts';
import { configOf, envText, type Plan, planDeployment } from './plan.ts';
import type { Answers } from './questions.ts';
import { sizesFor, smsInAll } from './sizing.ts';
import { sendTestMail, sendTestSms } from './trial.ts';
import {
  type Around,
  askAndTry,
  askForValid,
  askUntilSent,
  PROVIDERS,
  refusalBy,
  tellSender,
  tryName,
} from './trials.ts';

const optionsSchema = z.object({
  dir: z.string(),
  address: z.union([z.ipv4(), z.ipv6()], { error: '--address must be an IP address.' }).optional(),
  testMail: z.email({ error: '--test-mail must be an email address.' }).optional(),
  testSms: z.e164({ error: '--test-sms must be a number like +380441234567.' }).optional(),
  allowUnencrypted: z.string().optional(),
  skipDns: z.boolean(),
  skipProviders: z.boolean(),
  dryRun: z.boolean(),
  yes: z.boolean(),
  json: z.boolean(),
});
type Options = z.output<typeof optionsSchema>;

/** A setup stopped before it wrote anything. */
class RefusedError extends Error {
  override name = 'RefusedError';
}

const checkFolder = async (directory: string): Promise<void> => {
  if (!existsSync(directory) || !statSync(directory).isDirectory()) {
    throw new MisuseError(`There is no folder ${directory}: --dir names the one with docker-compose.yml.`);
  }
  const existing = existingIn(directory);
  if (existing.length > 0) {
    throw new MisuseError(
      `${directory} has a deployment already: ${existing.join(', ')}. It is not overwritten. Edit .env by hand and change keys with "laurel secrets rotate", or move these files away for a new setup (without this data_key the database's secrets can't be read).`,
    );
  }
  const problems = hasEdition(directory) ? await checkEdition(resolve(directory, 'edition')) : [];
  if (problems.length > 0) {
    throw new RefusedError(
      `The edition is not in order; nothing was written:\n${problems.map(formatProblem).join('\n')}`,
    );
  }
};

const checkProviders = async (config: Config, output: Output): Promise<void> => {
  const findings = await Promise.all(
    Object.entries(PROVIDERS).map(async ([name, check]) => ({ name, ...(await check(config)) })),
  );
  const wrong = findings.flatMap((each) => (each.ok ? [] : [refusalBy(each.name, each)]));
  for (const { name, ok, detail } of findings) if (ok) output.problem(`${name}: ${detail}`);
  if (wrong.length > 0) {
    throw new RefusedError(`${wrong.join('\n')}\nNothing was written. To skip these checks: --skip-providers.`);
  }
};

const checkNames = async (answers: Answers, options: Options, output: Output): Promise<void> => {
  for (const question of ['domain', 'consoleDomain'] as const) {
    const problem = await tryName(question)(answers, options, output);
    const without = question === 'consoleDomain' ? ' Without a console: --console-domain none.' : '';
    if (problem !== undefined) throw new RefusedError(`${problem}${without} Nothing was written.`);
  }
};

const TESTS = [
  ['mail', 'test mail', 'testMail', sendTestMail],
  ['sms', 'test SMS', 'testSms', sendTestSms],
] as const;

const askAddress = (message: string, option: 'testMail' | 'testSms', terminal: Terminal): Promise<string> => {
  const rule = optionsSchema.shape[option];
  const validate = (given: string) => given === '' || (rule.safeParse(given).error?.issues[0]?.message ?? true);
  return input({ message, validate }, terminal);
};

/** Sends the tests at a terminal. After a refused test, its questions are asked again. @returns the final answers */
const askForTests = async (answers: Answers, options: Options, around: Around): Promise<Answers> => {
  const { output, terminal } = around;
  let accepted = answers;
  for (const [group, what, option, sendTest] of TESTS) {
    const to = options[option] ?? (await askAddress(`send a ${what} to (leave empty to skip):`, option, terminal));
    if (to === '') continue;
    const send = async (now: Answers): Promise<string | undefined> => {
      const refusal = await sendTest(configOf(await planDeployment(completed(now), options.allowUnencrypted)), to);
      if (refusal !== undefined) return `The ${what} to ${to} was refused: ${refusal}`;
      output.problem(`The ${what} to ${to} was accepted: did it arrive?`);
      return undefined;
    };
    accepted = await askUntilSent(accepted, group, send, around);
  }
  return accepted;
};

const sendTests = async (config: Config, { testMail, testSms, dryRun }: Options, output: Output): Promise<void> => {
  if (dryRun) return;
  for (const [, what, option, send] of TESTS) {
    const to = { testMail, testSms }[option];
    if (to === undefined) continue;
    const refusal = await send(config, to);
    if (refusal !== undefined)
      throw new RefusedError(`The ${what} to ${to} was refused: ${refusal}\nNothing was written.`);
    output.problem(`The ${what} to ${to} was accepted: did it arrive?`);
  }
};

const NEXT = [
  '',
  'Now:',
  '  1. Copy secrets/backup_identity, secrets/backup_verify_key, secrets/data_key and secrets/log_key to a place',
  '     away from this machine: without them no backup can be opened, checked or used, and the public log can’t',
  '     continue. Then delete secrets/backup_identity here: no container needs it.',
  '  2. Put your content into edition/ ("laurel edition check edition" checks it).',
  '  3. docker compose up -d',
];
const WAY_IN = '  4. deploy/laurel team invite NAME --role owner  (your way into the console)';

const report = (options: Options, directory: string, answers: Answers, plan: Plan, output: Output): void => {
  const files = [...plan.secrets].map(([name, content]) => ({ name, empty: content === '' }));
  const voters = Number(answers.audience);
  const { SMS_HOURLY_BUDGET, APP_REPLICAS } = sizesFor(voters);
  const made = {
    directory,
    written: !options.dryRun,
    settings: plan.settings,
    secrets: files,
    backupRecipient: plan.secrets.get('backup_recipient') ?? '',
  };
  print(output, options.json, made, [
    options.dryRun ? `Would be written to ${directory}:` : `Written to ${directory}:`,
    '',
    ...envText(plan)
      .trimEnd()
      .split('\n')
      .map((line) => `  .env  ${line}`),
    ...files.map(({ name, empty }) => `  secrets/${name}${empty ? '  (empty: not used)' : ''}`),
    '',
    `For ${answers.audience} voters: ${APP_REPLICAS} processes, at most ${SMS_HOURLY_BUDGET} text messages an hour, about ${smsInAll(voters)} in all. Times the price of one, that is your bill.`,
    ...(options.dryRun ? [] : NEXT),
    ...(options.dryRun || plan.settings.LAUREL_CONSOLE_DOMAIN === undefined ? [] : [WAY_IN]),
  ]);
};

const write = async (directory: string, plan: Plan): Promise<void> => {
  try {
    await writeDeployment(directory, plan);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new RefusedError(
      `${directory} can't be written (${error.message}). Nothing was left behind: make room, or let this user write there.`,
    );
  }
};

type Made = { answers: Answers; plan: Plan };

/** Completes and checks the answers without a terminal. The first failed check ends the setup. */
const check = async (given: Answers, options: Options, output: Output): Promise<Made> => {
  const answers = completed(given);
  const plan = await planDeployment(answers, options.allowUnencrypted);
  const config = configOf(plan);
  await checkNames(answers, options, output);
  if (!options.skipProviders) await checkProviders(config, output);
  if (!options.skipDns) await tellSender(config, output);
  await sendTests(config, options, output);
  return { answers, plan };
};

/** Asks and checks the answers at a terminal. Each is tested at once, and a rejected one is asked for again. */
const converse = async (given: Answers, options: Options, around: Around): Promise<Made> => {
  const make = async (answers: Answers): Promise<Made> => {
    const complete = completed(answers);
    const plan = await planDeployment(complete, options.allowUnencrypted);
    configOf(plan);
    return { answers: complete, plan };
  };
  const asked = await askAndTry(given, options, around);
  const { answers, made } = await askForValid(asked, around, make);
  if (options.dryRun) return made;
  return make(await askForTests(answers, options, around));
};

/** `laurel setup`. @param terminal the terminal for questions; without one every answer must be a flag */
export const runSetup = async (
  flags: Record<string, unknown>,
  output: Output,
  terminal: Terminal | undefined,
): Promise<ExitCode> => {
  const parsed = optionsSchema.safeParse(flags);
  if (!parsed.success) throw new MisuseError(parsed.error.issues.map(({ message }) => message).join(' '));
  const options = { ...parsed.data };
  const directory = resolve(options.dir);
  const given = answersOf(flags);
  const asks = options.yes ? undefined : terminal;
  try {
    await checkFolder(directory);
    const { answers, plan } = asks
      ? await converse(given, options, { output, terminal: asks })
      : await check(given, options, output);
    if (asks && !options.dryRun && !(await confirm({ message: `write .env and secrets/ to ${directory}?` }, asks))) {
      throw new MisuseError('Nothing was written.');
    }
    if (!options.dryRun) await write(directory, plan);
    report(options, directory, answers, plan, output);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') throw new MisuseError('Nothing was written.');
    if (!(error instanceof RefusedError)) throw error;
    output.problem(error.message);
    return EXIT.problem;
  }
};

/** `laurel setup`. */
export const registerSetup = ({ program, output, ask, ended }: Laurel): void => {
  const command = withQuestionFlags(asJson(program.command('setup')))
    .description('create .env and secrets/ of a new deployment; asks for what no flag sets')
    .option('--dir <DIR>', 'the folder with docker-compose.yml', '.')
    .option(
      '--address <IP>',
      'the public IP address of this machine; the domain must resolve to it, and to no other of its kind',
    )
    .option('--test-mail <ADDRESS>', 'send a mail there before anything is written')
    .option('--test-sms <NUMBER>', 'send a text message there before anything is written')
    .option('--allow-unencrypted <NAMES>', 'variables that may lead over a network without TLS, as ALLOW_UNENCRYPTED')
    .option('--skip-dns', 'do not check DNS records', false)
    .option('--skip-providers', 'do not test the settings with the providers', false)
    .option('--dry-run', 'say what would be written, without the secrets, and write nothing', false)
    .option('--yes', 'do not prompt: take all answers from flags', false);
  command.action(async (flags: Record<string, unknown>) => {
    ended(await runSetup(flags, output, ask === undefined ? undefined : {}));
  });
};
