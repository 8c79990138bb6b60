import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { configSchema, DKIM_SELECTOR, weaknessOf } from '../../configuration/schema.ts';
import { kebab } from '../console/flags.ts';

const text = z.string().trim();

const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const DOMAIN_RULE = 'must be a name alone, like awards.example.org: no https://, no port, no path, no address';
const domain = text
  .transform((name) => domainToASCII(name.toLowerCase().replace(/\.$/, '')))
  .refine((name) => name === 'localhost' || HOST_NAME.test(name), { error: DOMAIN_RULE });

/** The answer of an organiser who wants no console, or no Telegram. */
export const NONE = 'none';

/** A text that matches a pattern. @param error the rule, for people */
const like = (pattern: RegExp, error: string) => text.regex(pattern, { error });
const email = z.email({ error: 'must be one email address, like awards@example.org' }).trim();

const FROM_RULE = 'must be an address, or a name with an address: Meridian Awards <awards@example.org>';
const mailFrom = like(
  /^([^<>@"$\\`\r\n]+<[^<>@:/\s"'$\\`]+@[^<>@:/\s"'$\\`]+>|[^<>@:/\s"'$\\`]+@[^<>@:/\s"'$\\`]+)$/,
  FROM_RULE,
);

const SMTP_RULE =
  'must be smtp://user:password@host:587 or smtps://user:password@host:465, with special characters of the password in percent encoding';
const isMail = (value: string) =>
  configSchema.shape.SMTP_URL.safeParse(value).success && new URL(value).hostname !== '';
const mail = text.refine(isMail, { error: SMTP_RULE });

const URL_RULE = 'must be an address that begins with https://, with special characters in percent encoding';
const isUrl = (value: string) => z.url({ protocol: /^https?$/ }).safeParse(value).success;
const webUrl = text.refine((value) => isUrl(value) && !/['"$\\]/.test(value), { error: URL_RULE });

const MAX_VOTERS = 100_000_000;
const audience = text.refine((value) => /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_VOTERS, {
  error: `must be a whole number from 1 to ${MAX_VOTERS}: how many people you think will vote`,
});

/** Answers, by the question's name. */
type Given = Readonly<Record<string, string | undefined>>;

export type Question = {
  placeholder: string;
  /** The text of the question and of the help. */
  about: string;
  rule: z.ZodType<string>;
  /** When the question is asked; always by default. */
  when?: (answers: Given) => boolean;
  /** The default answer. A question without one must be answered. */
  fallback?: (answers: Given) => string;
  choices?: readonly string[];
  /** Hidden while it is typed. `@FILE` reads it from a file. */
  secret?: true;
};

const none = () => '';
const isTwilio = ({ sms }: Given) => sms === 'twilio';
const isKeyed = ({ sms }: Given) => sms === 'turbosms' || sms === 'seven';
const isWebhook = ({ sms }: Given) => sms === 'webhook';
const isGraph = ({ instagram }: Given) => instagram === 'graph';
const oneOf = (choices: readonly [string, ...string[]]) =>
  z.enum(choices, { error: `must be one of: ${choices.join(', ')}` });

const SMS = ['twilio', 'webhook', 'turbosms', 'seven'] as const;
const INSTAGRAM = ['review', 'graph', 'none'] as const;

/** The questions in order: a later one may depend on the answers to earlier ones. */
const ASKED = {
  domain: {
    placeholder: 'NAME',
    about: 'the domain of the site (awards.example.org); it must resolve to this machine',
    rule: domain,
  },
  consoleDomain: {
    placeholder: 'NAME',
    about: 'the domain of the organisers’ console; it must also resolve to this machine (none: no console)',
    rule: z.union([z.literal(NONE), domain], { error: DOMAIN_RULE }),
    fallback: ({ domain: name = 'localhost' }) => `console.${name}`,
  },
  mail: {
    placeholder: 'URL',
    about: 'the mail server, as smtp://user:password@host:587',
    rule: mail,
    secret: true,
  },
  supportEmail: { placeholder: 'ADDRESS', about: 'where voters write to you', rule: email },
  mailFrom: {
    placeholder: 'SENDER',
    about: 'the sender of mails (Meridian Awards <awards@example.org>); the mail server must accept it',
    rule: mailFrom,
    fallback: ({ domain: name = 'localhost' }) => `Awards <awards@${name}>`,
  },
  dkimSelector: {
    placeholder: 'NAME',
    about: 'the selector of your mail provider’s DKIM key, like s1 of s1._domainkey (empty: not known yet)',
    rule: z.union([z.literal(''), like(DKIM_SELECTOR, 'must be the name alone, like s1')], {
      error: 'must be the name alone, like s1',
    }),
    fallback: none,
  },
  certificateEmail: {
    placeholder: 'ADDRESS',
    about: 'the address for mails from the certificate authority',
    rule: email,
    fallback: ({ supportEmail = '' }) => supportEmail,
  },
  sms: {
    placeholder: 'PROVIDER',
    about: 'who sends text messages: twilio, webhook (a gateway of yours), turbosms (Ukraine) or seven (Germany)',
    rule: oneOf(SMS),
    choices: SMS,
  },
  twilioAccountSid: {
    placeholder: 'ID',
    about: 'Twilio: the account’s id (AC…)',
    rule: like(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 characters: it is on the first page of Twilio’s console'),
    when: isTwilio,
  },
  twilioAuthToken: {
    placeholder: 'TOKEN',
    about: 'Twilio: the auth token',
    rule: like(/^[0-9a-f]{32}$/i, 'must be 32 characters: it is on the first page of Twilio’s console'),
    when: isTwilio,
    secret: true,
  },
  twilioFrom: {
    placeholder: 'SENDER',
    about: 'Twilio: the sender, a number (+…), a name, or a messaging service (MG…)',
    rule: like(
      /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/,
      'must be a number like +380441234567, a name of at most 11 letters and digits, or MG and 32 characters',
    ),
    when: isTwilio,
  },
  smsKey: {
    placeholder: 'KEY',
    about: 'TurboSMS or seven: the key of the API',
    rule: text.min(1, { error: 'must not be empty: the settings of the account show it' }),
    when: isKeyed,
    secret: true,
  },
  smsSender: {
    placeholder: 'SENDER',
    about: 'TurboSMS or seven: the sender, a name that the provider has registered',
    rule: like(
      /^(\+?[1-9]\d{6,14}|[A-Za-z0-9 .-]{1,11})$/,
      'must be a name of at most 11 letters and digits, or a number',
    ),
    when: isKeyed,
  },
  smsWebhookUrl: {
    placeholder: 'URL',
    about: 'webhook: where your gateway takes text messages',
    rule: webUrl,
    when: isWebhook,
  },
  smsWebhookSecret: {
    placeholder: 'SECRET',
    about: 'webhook: the secret that signs what is sent to it (generated if empty)',
    rule: text
      .refine((value) => value === '' || value.length >= 32, {
        error: 'must have at least 32 characters (openssl rand -base64 32)',
      })
      .refine((value) => value === '' || weaknessOf(value) === undefined, {
        error: 'is too easy to guess (openssl rand -base64 32 makes a good one)',
      }),
    when: isWebhook,
    fallback: none,
    secret: true,
  },
  telegramToken: {
    placeholder: 'TOKEN',
    about: 'Telegram: the bot’s token from @BotFather (none: no Telegram)',
    rule: text
      .transform((token) => (token === NONE ? '' : token))
      .pipe(like(/^(\d+:[\w-]{30,})?$/, 'must be like 123456789:AAH… : @BotFather shows it after /token')),
    fallback: none,
    secret: true,
  },
  telegramChannel: {
    placeholder: 'NAME',
    about:
      'Telegram: the channel voters join (@name, or the number of a private one); the bot must be its administrator',
    rule: like(/^(@[A-Za-z]\w{3,31}|-?\d{5,20})$/, 'must be @ and the channel’s name, or its number'),
    when: ({ telegramToken = '' }) => telegramToken !== '',
  },
  instagram: {
    placeholder: 'HOW',
    about:
      'Instagram: review (you decide in a queue), graph (Meta’s API decides; messages of strangers arrive only with Advanced Access, after App Review), or none',
    rule: oneOf(INSTAGRAM),
    choices: INSTAGRAM,
    fallback: () => 'review',
  },
  instagramAccessToken: {
    placeholder: 'TOKEN',
    about: 'graph: the long-lived access token',
    rule: text.min(1, { error: 'must not be empty: the app’s page at developers.facebook.com makes it' }),
    when: isGraph,
    secret: true,
  },
  instagramAppSecret: {
    placeholder: 'SECRET',
    about: 'graph: the app’s secret',
    rule: text.min(1, { error: 'must not be empty: the app’s page at developers.facebook.com shows it' }),
    when: isGraph,
    secret: true,
  },
  instagramVerifyToken: {
    placeholder: 'TOKEN',
    about: 'graph: the token you enter at Meta for the webhook (generated if empty)',
    rule: text,
    when: isGraph,
    fallback: none,
    secret: true,
  },
  audience: {
    placeholder: 'N',
    about: 'how many people you think will vote; sizes budgets and limits',
    rule: audience,
  },
} satisfies Record<string, Question>;

export type QuestionName = keyof typeof ASKED;
/** The answers so far, by the question's name. */
export type Answers = Partial<Record<QuestionName, string>>;

/** The questions of `laurel setup`. The flags, the prompts and the rules are derived from them. */
export const QUESTIONS: Readonly<Record<QuestionName, Question>> = ASKED;
export const QUESTION_NAMES = Object.keys(ASKED).filter((name): name is QuestionName => name in ASKED);

/** The flag of a question: `--mail-from` for `mailFrom`. */
export const flagOf = (name: QuestionName): string => `--${kebab(name)}`;

/** Why an answer is invalid, as a text after the question's name; undefined if it is valid. */
export const faultOf = (question: Question, answer: string): string | undefined => {
  const parsed = question.rule.safeParse(answer);
  return parsed.success ? undefined : (parsed.error.issues[0]?.message ?? 'is not possible');
};
