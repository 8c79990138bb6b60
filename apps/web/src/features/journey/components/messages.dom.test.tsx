// @vitest-environment happy-dom
import type { ErrorCode } from '@laurel/contracts/errors';
import { LANGUAGES } from '@laurel/contracts/languages';
import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import { stored } from '../../../lib/stored.ts';
import type { refusalBody } from '../../../testing/failures.ts';
import type { FakeAnswer } from '../../../testing/fake-api.ts';
import { startModals } from '../../../testing/modals.tsx';
import { act } from '../../../testing/render.tsx';
import { refusal, SCREENS, type Screen } from '../../../testing/screens.ts';

// Every message of the catalogue as its screen shows it. The server's tests cover when it sends them.

const { show, api } = startModals();
const said = () => document.querySelector('[role=dialog]')?.textContent?.replace(/\s+/g, ' ');

type Case = readonly [given: FakeAnswer, en: string, uk: string];
const of = (code: ErrorCode, en: string, uk: string, more: Parameters<typeof refusalBody>[1] = {}): Case => [
  refusal(code, more),
  en,
  uk,
];
/** The message for an unexpected error. */
const byDefault = (en: string, uk: string): Case => [{ status: 500, body: 'nothing that could be read' }, en, uk];
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

const CATALOGUE: readonly { title: string; screen: keyof typeof SCREENS; cases: readonly Case[] }[] = [
  {
    title: 'ER-02 the signup reports an email or phone number of another account',
    screen: 'signup',
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
    screen: 'login',
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
    screen: 'setup',
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
    screen: 'secondFactor',
    cases: [
      of('otp.invalid', 'Invalid code. Please make sure the code you entered is valid.', 'Код не підходить'),
      byDefault('Could not log you in. Please try again in a few minutes.', 'Не вдалося ввійти'),
    ],
  },
  {
    title: 'ER-04 the email code is wrong, or too old',
    screen: 'emailCode',
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
    screen: 'phoneRequest',
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
    screen: 'phoneRequestWithCode',
    cases: [of('otp.invalid', '2FA code is invalid or expired', 'Код із застосунку неправильний або застарів')],
  },
  {
    title: 'ER-07 the phone step reports a wrong or expired code, and too many attempts',
    screen: 'phoneConfirm',
    cases: [
      of(
        'phone_code.wrong',
        'The code is incorrect. Check the SMS and try again.',
        'Код неправильний. Звірте його з SMS',
      ),
      of('phone_code.expired', 'This code has expired. Ask for a new one.', 'Код застарів'),
      of('phone_code.attempts', 'Too many wrong codes. Ask for a new one.', 'Забагато неправильних кодів'),
      of('phone_code.undeliverable', 'The SMS could not be delivered', 'SMS не вдалося доставити'),
      byDefault('Could not check the code. Please try again in a few minutes.', 'Не вдалося перевірити код'),
    ],
  },
  {
    title: 'ER-05 after a lost response, the phone step reports that the code was not accepted or could not be checked',
    screen: 'phoneCheck',
    cases: [
      of(
        'phone.unverified',
        'Your phone number isn’t confirmed yet. Enter the code from the SMS again.',
        'Номер телефону ще не підтверджено. Введіть код з SMS ще раз.',
      ),
      byDefault('Could not check the code. Please try again in a few minutes.', 'Не вдалося перевірити код'),
    ],
  },
  {
    title: 'ER-08 the social step reports used-up attempts, and a username of another account',
    screen: 'social',
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
    screen: 'vote',
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
      of(
        'vote.in_doubt',
        'We could not confirm that your vote was recorded. Cast it again: it counts only once.',
        'Ми не змогли переконатися, що ваш голос зараховано. Віддайте його ще раз',
      ),
      byDefault('Could not record your vote. Please try again in a few minutes.', 'Не вдалося зарахувати ваш голос'),
    ],
  },
];

describe.each(CATALOGUE)('$title', ({ screen, cases }) => {
  const { call, request, press, reach }: Screen = SCREENS[screen];

  for (const language of LANGUAGES) {
    const inLanguage = cases.map(([given, en, uk]) => ({ given, text: { en, uk }[language] }));
    it.each(inLanguage)('“$text”', async ({ given, text }) => {
      const { answers } = api();
      stored.requestId.write('request-1');
      answers['POST /users/request-phone-verify'] = { body: { success: true, data: { code: 'request-1' } } };
      answers['GET /vote/my-votes'] = { body: [] };
      await show(request);
      await reach?.(answers);
      await act(() => i18next.changeLanguage(language));
      answers[call] = given;
      await press(language);
      // A vote in doubt is looked for three times before the message, and a message for both steps goes by itself.
      for (let waitedMs = 0; waitedMs < 10_000 && !said()?.includes(text); waitedMs += 500) {
        await act(() => vi.advanceTimersByTimeAsync(waitedMs === 0 ? 10 : 500));
      }
      expect(said()).toContain(text);
    });
  }
});
