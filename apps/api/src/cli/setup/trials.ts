import { select } from '@inquirer/prompts';
import type { Finding } from '../../checks/finding.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { Output } from '../output.ts';
import { checkInstagram, checkMail, checkSms, checkTelegram } from '../provider-checks.ts';
import { askRest, type Terminal } from './ask.ts';
import { checkDomain } from './domain.ts';
import { providersOf } from './plan.ts';
import { type Answers, NONE, type QuestionName } from './questions.ts';

/** The tests to skip, and the variables that may be used without TLS. */
export type Skipped = {
  skipDns: boolean;
  skipProviders: boolean;
  address?: string | undefined;
  allowUnencrypted?: string | undefined;
};

/** Tests an answer. Returns the problem, or undefined. Notes are written to `output`. */
type Trial = (answers: Answers, skipped: Skipped, output: Output) => Promise<string | undefined>;

/** Answers that are tested together, as soon as the last of them is given. */
export type Group = { name: string; questions: readonly QuestionName[]; trial: Trial };

const tryName =
  (question: 'domain' | 'consoleDomain'): Trial =>
  async ({ [question]: name = NONE }, { skipDns, address }, output) => {
    if (skipDns || name === NONE) return undefined;
    const result = await checkDomain(name, address);
    if (!result.ok) return result.problem;
    if (result.note !== undefined) output.problem(result.note);
    return undefined;
  };

const ofProvider =
  (name: string, check: (config: Config) => Promise<Finding>): Trial =>
  async (answers, { skipProviders, allowUnencrypted }, output) => {
    if (skipProviders) return undefined;
    const finding = await check(providersOf(answers, allowUnencrypted));
    if (!finding.ok) return `${name}: ${finding.detail}\n  → ${finding.advice}`;
    if (!finding.skipped) output.problem(`${name}: ${finding.detail}`);
    return undefined;
  };

const GROUPS: readonly Group[] = [
  { name: 'domain', questions: ['domain'], trial: tryName('domain') },
  { name: 'console', questions: ['consoleDomain'], trial: tryName('consoleDomain') },
  { name: 'mail', questions: ['mail'], trial: ofProvider('mail', checkMail) },
  {
    name: 'sms',
    questions: ['sms', 'twilioAccountSid', 'twilioAuthToken', 'twilioFrom', 'smsWebhookUrl', 'smsWebhookSecret'],
    trial: ofProvider('sms', checkSms),
  },
  {
    name: 'telegram',
    questions: ['telegramToken', 'telegramChannel'],
    trial: ofProvider('telegram', checkTelegram),
  },
  {
    name: 'instagram',
    questions: ['instagram', 'instagramAccessToken', 'instagramAppSecret', 'instagramVerifyToken'],
    trial: ofProvider('instagram', checkInstagram),
  },
];

const without = (answers: Answers, names: readonly QuestionName[]): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => !names.some((each) => each === name)));

/** Prints why an answer was rejected, and asks whether to answer again or to continue. */
const askNext = (output: Output, refusal: string, again: string, terminal: Terminal): Promise<'again' | 'continue'> => {
  output.problem(refusal);
  const choices = [
    { name: again, value: 'again' as const },
    { name: 'continue anyway', value: 'continue' as const },
  ];
  return select({ message: 'What now?', choices }, terminal);
};

/** Tests a group's answers, and asks for them again until they are accepted or the organiser continues anyway. */
const askUntilAccepted = async (
  group: Group,
  answers: Answers,
  { skipped, output, terminal }: { skipped: Skipped; output: Output; terminal: Terminal },
): Promise<Answers> => {
  let accepted = answers;
  for (;;) {
    const refusal = await group.trial(accepted, skipped, output);
    if (refusal === undefined) return accepted;
    if ((await askNext(output, refusal, 'answer this again', terminal)) === 'continue') return accepted;
    accepted = await askRest(without(accepted, group.questions), terminal, group.questions);
  }
};

/** Asks the questions without flags and tests each answer at once. A rejected answer is asked for again. */
export const askAndTry = async (
  given: Answers,
  around: { skipped: Skipped; output: Output; terminal: Terminal },
): Promise<Answers> => {
  let answers = given;
  for (const group of GROUPS) {
    const [last] = group.questions.slice(-1);
    answers = await askRest(answers, around.terminal, undefined, last);
    answers = await askUntilAccepted(group, answers, around);
  }
  return askRest(answers, around.terminal);
};

/** The questions whose answers determine a variable. */
const BEHIND: readonly (readonly [variable: RegExp, questions: readonly QuestionName[]])[] = [
  [/^SMTP_URL/, ['mail']],
  [/^MAIL_FROM/, ['mailFrom']],
  [/^SUPPORT_EMAIL/, ['supportEmail']],
  [/^PUBLIC_URL/, ['domain']],
  [/^CONSOLE_URL/, ['consoleDomain']],
  [/^TWILIO_ACCOUNT_SID/, ['twilioAccountSid']],
  [/^TWILIO_AUTH_TOKEN/, ['twilioAuthToken']],
  [/^TWILIO_FROM/, ['twilioFrom']],
  [/^SMS_WEBHOOK_URL/, ['smsWebhookUrl']],
  [/^SMS_WEBHOOK_SECRET/, ['smsWebhookSecret']],
  [/^TELEGRAM_BOT_TOKEN or INSTAGRAM_PROVIDER/, ['telegramToken', 'telegramChannel', 'instagram']],
  [/^TELEGRAM_CHANNEL/, ['telegramChannel']],
  [/^INSTAGRAM_/, ['instagram', 'instagramAccessToken', 'instagramAppSecret', 'instagramVerifyToken']],
];

/**
 * Asks again for answers that make an invalid configuration.
 * @throws ConfigError if no answer causes the problem
 */
export const askForValid = async <T>(
  answers: Answers,
  { output, terminal }: { output: Output; terminal: Terminal },
  make: (answers: Answers) => Promise<T>,
): Promise<{ answers: Answers; made: T }> => {
  let valid = answers;
  for (;;) {
    try {
      return { answers: valid, made: await make(valid) };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const blamed = BEHIND.flatMap(([variable, names]) =>
        error.problems.some((problem) => variable.test(problem)) ? names : [],
      );
      if (blamed.length === 0) throw error;
      for (const problem of error.problems) output.problem(problem);
      valid = await askRest(without(valid, blamed), terminal);
    }
  }
};

/** Sends a test, and asks for its answers again if it is rejected. @returns the final answers */
export const askUntilSent = async (
  answers: Answers,
  {
    group: wanted,
    send,
    output,
    terminal,
  }: {
    group: 'mail' | 'sms';
    send(answers: Answers): Promise<string | undefined>;
    output: Output;
    terminal: Terminal;
  },
): Promise<Answers> => {
  const questions = GROUPS.find(({ name }) => name === wanted)?.questions ?? [];
  let accepted = answers;
  for (;;) {
    const refusal = await send(accepted);
    if (refusal === undefined) return accepted;
    if ((await askNext(output, refusal, `answer the questions about ${wanted} again`, terminal)) === 'continue')
      return accepted;
    accepted = await askRest(without(accepted, questions), terminal, questions);
  }
};
