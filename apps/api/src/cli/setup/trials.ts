import { select } from '@inquirer/prompts';
import type { Dns } from '../../checks/dns.ts';
import type { Finding } from '../../checks/finding.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { Output } from '../output.ts';
import { checkInstagram, checkMail, checkSms, checkTelegram } from '../provider-checks.ts';
import { senderChecks } from '../sender-checks.ts';
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

/** Why answers are refused; undefined if they are accepted. */
type Refusal = (answers: Answers) => Promise<string | undefined>;

/** Answers that are tested together, as soon as the last of them is given. */
type Group = { questions: readonly QuestionName[]; trial: Trial };

/** What every test needs. */
export type Around = { output: Output; terminal: Terminal };

/** Tests that a name leads to this machine. */
export const tryName =
  (question: 'domain' | 'consoleDomain'): Trial =>
  async ({ [question]: name = NONE }, { skipDns, address }, output) => {
    if (skipDns || name === NONE) return undefined;
    const result = await checkDomain(name, address);
    if (!result.ok) return result.problem;
    if (result.note !== undefined) output.problem(result.note);
    return undefined;
  };

/** The providers, with the checks of their credentials. */
export const PROVIDERS = {
  mail: checkMail,
  sms: checkSms,
  telegram: checkTelegram,
  instagram: checkInstagram,
} as const;

/** Describes a provider that refuses. */
export const refusalBy = (name: string, { detail, advice }: Finding): string => `${name}: ${detail}\n  → ${advice}`;

const tryProvider =
  (name: keyof typeof PROVIDERS): Trial =>
  async (answers, { skipProviders, allowUnencrypted }, output) => {
    if (skipProviders) return undefined;
    const finding = await PROVIDERS[name](await providersOf(answers, allowUnencrypted));
    if (!finding.ok) return refusalBy(name, finding);
    if (!finding.skipped) output.problem(`${name}: ${finding.detail}`);
    return undefined;
  };

/** Says what is missing in the DNS of the sender's domain. It can be entered later, so nothing is refused. */
export const tellSender = async (config: Config, output: Output, dns?: Dns): Promise<void> => {
  for (const [name, check] of senderChecks(config, dns)) {
    const { detail, advice } = await check();
    if (advice !== undefined) output.problem(`${name}: ${detail}\n  → ${advice}`);
  }
};

const trySender: Trial = async (answers, { skipDns, allowUnencrypted }, output) => {
  if (!skipDns) await tellSender(await providersOf(answers, allowUnencrypted), output);
  return undefined;
};

/** The groups, in the order of their questions. */
const GROUPS: Readonly<Record<string, Group>> = {
  domain: { questions: ['domain'], trial: tryName('domain') },
  console: { questions: ['consoleDomain'], trial: tryName('consoleDomain') },
  mail: { questions: ['mail'], trial: tryProvider('mail') },
  sender: { questions: ['mailFrom', 'dkimSelector'], trial: trySender },
  sms: {
    questions: [
      'sms',
      'twilioAccountSid',
      'twilioAuthToken',
      'twilioFrom',
      'smsKey',
      'smsSender',
      'smsWebhookUrl',
      'smsWebhookSecret',
    ],
    trial: tryProvider('sms'),
  },
  telegram: { questions: ['telegramToken', 'telegramChannel'], trial: tryProvider('telegram') },
  instagram: {
    questions: ['instagram', 'instagramAccessToken', 'instagramAppSecret', 'instagramVerifyToken'],
    trial: tryProvider('instagram'),
  },
};

const without = (answers: Answers, names: readonly QuestionName[]): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => !names.some((each) => each === name)));

/** Tests answers, and asks for them again until they are accepted or the organiser continues anyway. */
const askUntilAccepted = async (
  answers: Answers,
  { questions, again, refusalOf }: Pick<Group, 'questions'> & { again: string; refusalOf: Refusal },
  { output, terminal }: Around,
): Promise<Answers> => {
  let accepted = answers;
  for (;;) {
    const refusal = await refusalOf(accepted);
    if (refusal === undefined) return accepted;
    output.problem(refusal);
    const choices = [
      { name: again, value: 'again' },
      { name: 'continue anyway', value: 'continue' },
    ];
    if ((await select({ message: 'What now?', choices }, terminal)) === 'continue') return accepted;
    accepted = await askRest(without(accepted, questions), terminal, questions);
  }
};

/** Asks the questions without flags and tests each answer at once. A rejected answer is asked for again. */
export const askAndTry = async (given: Answers, skipped: Skipped, around: Around): Promise<Answers> => {
  let answers = given;
  for (const { questions, trial } of Object.values(GROUPS)) {
    answers = await askRest(answers, around.terminal, undefined, questions.at(-1));
    const refusalOf = (now: Answers) => trial(now, skipped, around.output);
    answers = await askUntilAccepted(answers, { questions, again: 'answer this again', refusalOf }, around);
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
  [/^(TURBOSMS_TOKEN|SEVEN_API_KEY)/, ['smsKey']],
  [/^(TURBOSMS|SEVEN)_SENDER/, ['smsSender']],
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
  { output, terminal }: Around,
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
export const askUntilSent = (
  answers: Answers,
  group: 'mail' | 'sms',
  send: Refusal,
  around: Around,
): Promise<Answers> => {
  const questions = GROUPS[group]?.questions ?? [];
  const again = `answer the questions about ${group} again`;
  return askUntilAccepted(answers, { questions, again, refusalOf: send }, around);
};
