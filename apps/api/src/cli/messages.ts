import {
  MESSAGE_KINDS,
  MESSAGE_SPANS,
  MESSAGE_STATES,
  type Message,
  type MessageSpan,
  readMessages,
  sendTestMessage,
} from '@laurel/contracts/console/calls/messages';
import { LANGUAGES } from '@laurel/contracts/languages';
import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import { asOrganiser, organiserOf, type Who } from './change.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { messagesTexts, messageTexts, totalsTexts } from './message-texts.ts';
import { EXIT, type ExitCode, json, MisuseError } from './output.ts';
import { accountOf } from './user.ts';

type MessagesDeps = Pick<Deps, 'messages' | 'support' | 'findByLogin' | 'clock'>;

/** The largest `--limit` of a list. */
const MOST = 10_000;
/** How many messages one query reads. */
const PAGE = 200;

/** The texts of the command for refusals by the service. */
const REFUSED: Partial<Record<AppError['code'], string>> = {
  'console.not_found': 'There is no message with this id. "laurel messages list" shows them.',
  'console.message_over':
    'This message can’t be sent again: it was sent, waits, is being tried, or its code has expired.',
  'limit.exceeded':
    'Ten test messages an hour are the most for one person, and a text message needs room in the budgets of the hour (SMS_HOURLY_BUDGET, SMS_COUNTRY_HOURLY_BUDGET).',
};

const refusing = async (work: () => Promise<ExitCode>): Promise<ExitCode> => {
  try {
    return await work();
  } catch (error) {
    const text = error instanceof AppError ? REFUSED[error.code] : undefined;
    if (text !== undefined) throw new MisuseError(`${text} Nothing was changed.`);
    throw error;
  }
};

/** Reports the first argument that has a wrong value. */
const wrongArgument = ({ issues: [issue] }: z.ZodError): MisuseError => {
  const name = issue?.path.join('.');
  return new MisuseError(`${name === 'to' ? 'TO' : `--${name}`}: ${issue?.message ?? 'is not valid'}`);
};

type ListOptions = Json & {
  state?: string;
  kind?: string;
  country?: string;
  provider?: string;
  account?: string;
  limit: number;
};

const list = async (
  deps: MessagesDeps,
  { output }: Laurel,
  { json: inJson, limit, account, ...filters }: ListOptions,
) => {
  const parsed = readMessages.query.safeParse({
    ...filters,
    account: account === undefined ? undefined : (await accountOf(deps, account)).id,
  });
  if (!parsed.success) throw wrongArgument(parsed.error);
  const found: Message[] = [];
  let after: string | null = null;
  do {
    const page = { ...parsed.data, after: after ?? undefined, limit: Math.min(PAGE, limit - found.length) };
    const { messages, next }: Awaited<ReturnType<MessagesDeps['messages']['list']>> = await deps.messages.list(
      page,
      true,
      deps.clock.now(),
    );
    found.push(...messages);
    after = next;
  } while (after !== null && found.length < limit);
  if (inJson) output.line(json(found));
  else if (found.length === 0) output.line('There is no such message.');
  else for (const line of messagesTexts(found)) output.line(line);
  return EXIT.ok;
};

const messageWith = async ({ messages, clock }: MessagesDeps, id: string): Promise<Message> => {
  const message = await messages.find(id, true, clock.now());
  if (!message) throw new AppError('console.not_found');
  return message;
};

const show = async (deps: MessagesDeps, { output }: Laurel, id: string, { json: inJson }: Json) => {
  const message = await messageWith(deps, id);
  if (inJson) output.line(json(message));
  else for (const line of messageTexts(message)) output.line(line);
  return EXIT.ok;
};

type RetryOptions = Json & Who & { dryRun: boolean };

const retry = async (deps: MessagesDeps, { output, config }: Laurel, id: string, options: RetryOptions) => {
  const organiser = organiserOf(options, config());
  if (options.dryRun) {
    if (!(await messageWith(deps, id)).retryable) throw new AppError('console.message_over');
    const text = `Message ${id} would be sent now. Nothing was changed (--dry-run).`;
    output.line(options.json ? json({ id, done: false }) : text);
    return EXIT.ok;
  }
  await deps.messages.retry(id, organiser, deps.clock.now());
  const text = `Message ${id} is on its way. "laurel messages show ${id}" says what becomes of it.`;
  output.line(options.json ? json({ id, done: true }) : text);
  return EXIT.ok;
};

type TestOptions = Json & Who & { to: string; kind: string; language: string; dryRun: boolean };

const test = async ({ messages, clock }: MessagesDeps, { output, config }: Laurel, options: TestOptions) => {
  const organiser = organiserOf(options, config());
  const { kind, to, language } = options;
  const parsed = sendTestMessage.body.safeParse({ kind, to, language, reason: options.reason });
  if (!parsed.success) throw wrongArgument(parsed.error);
  const { reason: _reason, ...message } = parsed.data;
  if (options.dryRun) {
    const text = `A test message would be sent (${kind}, ${language}). Nothing was sent (--dry-run).`;
    output.line(options.json ? json({ id: null, done: false }) : text);
    return EXIT.ok;
  }
  const id = await messages.test(message, organiser, clock.now());
  const text = `The test message is queued. "laurel messages show ${id}" says what becomes of it.`;
  output.line(options.json ? json({ id, done: true }) : text);
  return EXIT.ok;
};

const idOf = (text: string): string => {
  if (!z.uuid().safeParse(text).success)
    throw new InvalidArgumentError('It must be the id that "laurel messages list" shows.');
  return text.toLowerCase();
};
const countOf = (text: string): number => {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MOST) return count;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST}.`);
};

/** `laurel messages list|show|totals|retry|test`. */
export const registerMessages = (laurel: Laurel): void => {
  const { program, output, config, withDeps } = laurel;
  const family = program
    .command('messages')
    .description('the mails and text messages: their state, their cost, retries');
  const run = (work: (deps: MessagesDeps) => Promise<ExitCode>) => withDeps((deps) => refusing(() => work(deps)));
  const kind = () => new Option('--kind <KIND>', 'a mail or a text message').choices([...MESSAGE_KINDS]);

  asJson(family.command('list'))
    .description('list the messages of the last 90 days, the newest first, with masked recipients')
    .addOption(new Option('--state <STATE>', 'only these').choices([...MESSAGE_STATES]))
    .addOption(kind())
    .option('--country <CODE>', 'only text messages to this calling code, like 380')
    .option('--provider <NAME>', 'only those by this provider, like smtp')
    .option('--account <WHO>', 'only those to this account: its id, its email address or its phone number')
    .option('--limit <COUNT>', 'the maximum number of messages', countOf, 50)
    .action((options: ListOptions) => run((deps) => list(deps, laurel, options)));

  asJson(family.command('show').argument('<ID>', 'the message', idOf))
    .description('show a message, and what its provider said')
    .action((id: string, options: Json) => run((deps) => show(deps, laurel, id, options)));

  asJson(family.command('totals'))
    .description('add up what was sent and failed, by calling code and provider, and what it cost')
    .addOption(
      new Option('--span <SPAN>', 'the last quarter of an hour, hour, day or week, or all')
        .choices([...MESSAGE_SPANS])
        .default('day'),
    )
    .action(({ span, json: inJson }: Json & { span: MessageSpan }) =>
      run(async ({ messages, clock }) => {
        const totals = await messages.totals(span, clock.now());
        if (inJson) output.line(json(totals));
        else for (const line of totalsTexts(totals)) output.line(line);
        return EXIT.ok;
      }),
    );

  asOrganiser(asJson(family.command('retry').argument('<ID>', 'the message', idOf)), { reason: 'required' })
    .description('send a failed message now, or a notice that was given up')
    .option('--dry-run', 'say whether it can be sent again, and send nothing', false)
    .action((id: string, options: RetryOptions) => {
      organiserOf(options, config());
      return run((deps) => retry(deps, laurel, id, options));
    });

  asOrganiser(asJson(family.command('test').argument('<TO>', 'an email address or a phone number of your own')), {
    reason: 'required',
  })
    .description('send a test message; its address is kept, sealed, until it is sent, or for a week if it was given up')
    .addOption(kind().default('mail'))
    .addOption(new Option('--language <LANGUAGE>', 'its language').choices([...LANGUAGES]).default('en'))
    .option('--dry-run', 'check the address, and send nothing', false)
    .action((to: string, options: Omit<TestOptions, 'to'>) => {
      organiserOf(options, config());
      return run((deps) => test(deps, laurel, { ...options, to }));
    });
};
