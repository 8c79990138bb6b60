// @vitest-environment happy-dom
import { ERROR_CODES, type ErrorCode } from '@laurel/contracts/errors';
import { LANGUAGES } from '@laurel/contracts/languages';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiFailure, connectionLost } from '../lib/failure.ts';
import { refused } from '../testing/failures.ts';
import { render } from '../testing/render.tsx';
import { type Doing, useFailureText, useFieldText } from './failure-text.ts';
import { startI18n } from './i18n.ts';
import { addModalTexts } from './modal-texts.ts';

const Say = ({ failure, doing }: { failure: ApiFailure; doing: Doing }) => <p>{useFailureText()(failure, doing)}</p>;

const output = async (failure: ApiFailure, doing: Doing): Promise<string> => {
  const { container, close } = await render(<Say failure={failure} doing={doing} />);
  const text = container.textContent.replace(/\s+/g, ' ');
  await close();
  return text;
};

const INVALID_CODE = 'Invalid code. Please make sure the code you entered is valid.';

beforeAll(async () => {
  await startI18n('en');
  addModalTexts();
});

// Every message of the catalogue. The tests of the screens show that each says what it does.

type Case = readonly [given: ApiFailure, en: string, uk: string];
const of = (code: ErrorCode, en: string, uk: string, more: Parameters<typeof refused>[1] = {}): Case => [
  refused(code, more),
  en,
  uk,
];
/** The message for an unexpected error. */
const byDefault = (en: string, uk: string): Case => of('server.error', en, uk);
const at = (moment: string) => ({ metadata: { nextAllowedRequestAtHourly: moment } });
/** What the page says of a limit of text messages, with the time in Kyiv. */
const hourly = (en: string, uk: string) =>
  [
    `You can ask for a code twice an hour. Next attempt available at ${en}, Kyiv time.`,
    `Код можна попросити двічі на годину. Наступна спроба можлива ${uk} за Києвом.`,
  ] as const;
const daily = (en: string, uk: string) =>
  [
    `You can ask for a code three times a day. Next attempt available at ${en}, Kyiv time.`,
    `Код можна попросити тричі на добу. Наступна спроба можлива ${uk} за Києвом.`,
  ] as const;

const CATALOGUE: readonly { title: string; doing: Doing; cases: readonly Case[] }[] = [
  {
    title: 'ER-02 the signup reports an email or phone number of another account',
    doing: 'register',
    cases: [
      of('account.email_taken', 'An account with this email already exists', 'Акаунт із цією поштою вже є'),
      of(
        'account.phone_taken',
        'An account with this phone number already exists',
        'Акаунт із цим номером телефону вже є',
      ),
      of(
        'account.email_taken',
        'An account with this email or phone number already exists',
        'Акаунт із цією поштою або номером телефону вже є',
        { and: ['account.phone_taken'] },
      ),
      of(
        'account.disposable_email',
        'Temporary addresses don’t work here. Use your own.',
        'Тимчасові адреси не підходять',
      ),
      byDefault(
        'Failed to complete registration. Please try again in a few minutes',
        'Не вдалося завершити реєстрацію',
      ),
    ],
  },
  {
    title: 'ER-03 the login says what was wrong',
    doing: 'login',
    cases: [
      of(
        'login.unknown',
        'Could not find an account with this email or phone number',
        'Акаунта з цією поштою або номером телефону не знайдено',
      ),
      of('login.wrong_password', 'The entered password is incorrect. Please try again', 'Пароль неправильний'),
      of('login.suspended', 'The organisers have suspended this account', 'Організатори заблокували цей акаунт'),
      of('limit.exceeded', 'Too many attempts. Wait a little and try again.', 'Забагато спроб'),
      byDefault('Could not log you in. Please try again in a few minutes.', 'Не вдалося ввійти'),
    ],
  },
  {
    title: 'ER-03 linking the authenticator app shows one message, except for limits, a busy server and a suspension',
    doing: 'twoFactor',
    cases: [
      of('otp.invalid', 'Invalid code. Please make sure the code you entered is valid.', 'Код не підходить'),
      of('limit.exceeded', 'Too many attempts. Wait a little and try again.', 'Забагато спроб'),
      of('request.invalid', 'Invalid code. Please make sure the code you entered is valid.', 'Код не підходить'),
      of('login.suspended', 'The organisers have suspended this account', 'Організатори заблокували цей акаунт'),
      of('server.unavailable', 'The site is busy right now. Try again in a minute.', 'Сайт зараз перевантажений'),
      byDefault('Invalid code. Please make sure the code you entered is valid.', 'Код не підходить'),
    ],
  },
  {
    title: 'ER-03 the login reports a wrong two-factor code, and a failure of the server as such',
    doing: 'login',
    cases: [
      of('otp.invalid', 'Invalid code. Please make sure the code you entered is valid.', 'Код не підходить'),
      byDefault('Could not log you in. Please try again in a few minutes.', 'Не вдалося ввійти'),
    ],
  },
  {
    title: 'ER-04 the email code is wrong, or too old',
    doing: 'email',
    cases: [
      of(
        'email_code.wrong',
        'The code is incorrect. Check the email and try again.',
        'Код неправильний. Звірте його з листом',
      ),
      of('email_code.expired', 'This code is invalid or has expired', 'Код недійсний або застарів'),
      byDefault('Could not check the code. Please try again in a few minutes.', 'Не вдалося перевірити код'),
    ],
  },
  {
    title: 'ER-06 PH-06 a text message has its limits',
    doing: 'phoneRequest',
    cases: [
      of('phone.hourly', ...hourly('May 6 at 13:30', '6 травня о 13:30'), at('2031-05-06T10:30:00.000Z')),
      // Rounded up to the minute, also into the next day. In winter the time in Kyiv is two hours ahead.
      of('phone.hourly', ...hourly('May 6 at 13:31', '6 травня о 13:31'), at('2031-05-06T10:30:00.001Z')),
      of('phone.daily', ...daily('January 8 at 00:00', '8 січня о 00:00'), at('2031-01-07T21:59:01.000Z')),
      of(
        'phone.daily',
        'Too many codes were requested for this number in the last 24 hours. Next attempt available at May 6 at 13:30, Kyiv time. If that is too late, write to support.',
        'За останню добу на цей номер попросили забагато кодів. Наступна спроба можлива 6 травня о 13:30 за Києвом. Якщо це запізно, напишіть у підтримку.',
        { metadata: { nextAllowedRequestAtHourly: '2031-05-06T10:30:00.000Z', limit: 'number' } },
      ),
      of('phone.budget', 'Too many people are asking for codes right now', 'Зараз надто багато запитів на коди'),
      of(
        'account.phone_taken',
        'An account with this phone number already exists',
        'Акаунт із цим номером телефону вже є',
      ),
      byDefault('Could not send the code. Please try again in a few minutes.', 'Не вдалося надіслати код'),
    ],
  },
  {
    title: 'ER-06 the two-factor code before a text message',
    doing: 'phoneRequest',
    cases: [of('otp.invalid', '2FA code is invalid or expired', 'Код із застосунку неправильний або застарів')],
  },
  {
    title: 'ER-07 the phone step reports a wrong or expired code, and too many attempts',
    doing: 'phoneConfirm',
    cases: [
      of(
        'phone_code.wrong',
        'The code is incorrect. Check the message and try again.',
        'Код неправильний. Звірте його з повідомленням',
      ),
      of('phone_code.expired', 'This code has expired. Ask for a new one.', 'Код застарів'),
      of('phone_code.attempts', 'Too many wrong codes. Ask for a new one.', 'Забагато неправильних кодів'),
      of('phone_code.undeliverable', 'The code could not be delivered', 'Код не вдалося доставити'),
      byDefault('Could not check the code. Please try again in a few minutes.', 'Не вдалося перевірити код'),
    ],
  },
  {
    title: 'ER-05 after a lost response, the phone step reports that the code was not accepted or could not be checked',
    doing: 'phoneConfirm',
    cases: [
      of(
        'phone.unverified',
        'Your phone number isn’t confirmed yet. Enter the code again.',
        'Номер телефону ще не підтверджено. Введіть код ще раз.',
      ),
    ],
  },
  {
    title: 'ER-08 the social step reports used-up attempts, and a username of another account',
    doing: 'social',
    cases: [
      of(
        'social.attempts',
        'You have no attempts left for now. Contact support and we’ll help.',
        'Спроб більше не залишилося',
      ),
      of(
        'social.tag_used',
        'This username is already connected to another account',
        'вже під’єднано до іншого акаунта',
      ),
      byDefault('Could not submit the verification. Please try again in a few minutes.', 'Не вдалося надіслати запит'),
    ],
  },
  {
    title: 'ER-09 the vote reports why it was rejected',
    doing: 'vote',
    cases: [
      of('vote.exists', 'Each category allows only one vote', 'У кожній категорії можна проголосувати лише раз'),
      of('phone.unverified', 'Confirm your phone number to vote', 'Щоб голосувати, підтвердьте номер телефону'),
      of('social.unverified', 'Connect a social account to vote', 'Щоб голосувати, під’єднайте соцмережу'),
      of(
        'phone.unverified',
        'Confirm your phone number and connect at least one social account to vote',
        'підтвердьте номер телефону й під’єднайте хоча б одну соцмережу',
        { and: ['social.unverified'] },
      ),
      of('vote.not_open', 'Voting is not open right now', 'Зараз голосування закрито'),
      of('vote.unknown_nominee', 'This nominee is no longer in the category', 'Цього номінанта в категорії вже немає'),
      of('server.unavailable', 'The site is busy right now. Try again in a minute.', 'Сайт зараз перевантажений'),
      byDefault('Could not record your vote. Please try again in a few minutes.', 'Не вдалося зарахувати ваш голос'),
    ],
  },
];

describe.each(CATALOGUE)('$title', ({ doing, cases }) => {
  it.each(cases)('%s is “%s”', async (failure, en, uk) => {
    for (const language of LANGUAGES) {
      await i18next.changeLanguage(language);
      expect(await output(failure, doing), language).toContain({ en, uk }[language]);
    }
  });
});

describe('ER-12 the text of a failure', () => {
  beforeAll(() => i18next.changeLanguage('en'));

  it('ER-06 says that a pause is that of the number', async () => {
    const cooldown = refused('phone.cooldown', { metadata: { retryAfterSeconds: 61, limit: 'number' } });
    expect(await output(cooldown, 'phoneRequest')).toBe(
      'A code was sent to this number a moment ago. Wait a little before you ask for a new one.',
    );
    const own = refused('phone.cooldown', { metadata: { retryAfterSeconds: 61 } });
    expect(await output(own, 'phoneRequest')).toBe(
      'We just sent you a code. Wait a little before you ask for a new one.',
    );
  });

  it('ER-01 names the connection without a response', async () => {
    expect(await output(connectionLost(), 'vote')).toBe(
      "Connection Error: We couldn't reach the server. Please check your internet connection and try again",
    );
  });

  it.each(['server.error', 'request.malformed', 'request.not_found', 'request.too_large'] as const)(
    'names the action that failed if the refusal is technical: %s',
    async (code) => {
      expect(await output(refused(code), 'vote')).toBe(
        'Could not record your vote. Please try again in a few minutes.',
      );
    },
  );

  it('ER-03 names an invalid code in the setup, unless the code is not why it failed', async () => {
    const named = {
      'limit.exceeded': 'Too many attempts. Wait a little and try again.',
      'login.suspended': 'The organisers have suspended this account. Contact support to find out why.',
      'server.unavailable': 'The site is busy right now. Try again in a minute.',
    };
    for (const code of ERROR_CODES) {
      const text = new Map<string, string>(Object.entries(named)).get(code) ?? INVALID_CODE;
      expect(await output(refused(code), 'twoFactor'), code).toBe(text);
    }
    expect(await output(connectionLost(), 'twoFactor')).toMatch(/^Connection Error: /);
  });

  it('exists for every code of the contract', async () => {
    for (const code of ERROR_CODES) expect(await output(refused(code), 'login'), code).not.toMatch(/^(errors\.|$)|_/);
  });
});

describe('the text of a field', () => {
  const Field = ({ message }: { message: string }) => <p>{useFieldText()(message)}</p>;
  const fieldOutput = async (message: string): Promise<string> => {
    const { container, close } = await render(<Field message={message} />);
    const text = container.textContent;
    await close();
    return text;
  };

  it('is translated by its key; the wire’s English is not recognised', async () => {
    expect(await fieldOutput('phoneRegion')).toBe('We can’t text numbers from this country');
    expect(await fieldOutput('Invalid operator region')).toBe('Invalid operator region');
  });
});
