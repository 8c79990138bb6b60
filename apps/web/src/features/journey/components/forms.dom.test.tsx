// @vitest-environment happy-dom
import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import { stored } from '../../../lib/stored.ts';
import { editionWith } from '../../../testing/edition.ts';
import { EDITION, startModals } from '../../../testing/modals.tsx';
import { page, person } from '../../../testing/person.tsx';
import { act } from '../../../testing/render.tsx';
import { LABELS, SCREENS, type Screen } from '../../../testing/screens.ts';
import { ADA } from '../../../testing/voter.ts';

// What each form refuses before it asks the server, field by field.

const { show, api } = startModals();
type Say = Readonly<Record<Language, string>>;
const REQUIRED: Say = { en: 'This field is required', uk: 'Це поле обов’язкове' };
const WEAK: Say = {
  en: 'Password must contain an uppercase letter, a lowercase letter, a digit and one of @$!%*?&',
  uk: 'Пароль має містити велику й малу літери, цифру та один зі знаків @$!%*?&',
};
const DIFFERENT: Say = { en: 'Passwords must match', uk: 'Паролі мають збігатися' };
const SHORT: Say = {
  en: 'Password must be at least 6 characters long',
  uk: 'Пароль має містити щонайменше 6 символів',
};
const LONG: Say = { en: 'Password must not exceed 20 characters', uk: 'Пароль не може бути довшим за 20 символів' };
const REGION: Say = { en: 'We can’t text numbers from this country', uk: 'Ми не надсилаємо SMS на номери цієї країни' };
const PHONE: Say = {
  en: 'Enter a valid phone number in international format',
  uk: 'Введіть номер телефону в міжнародному форматі',
};
const EMAIL: Say = { en: 'You entered an incorrect email', uk: 'Адреса пошти неправильна' };
const DOMAIN: Say = {
  en: 'Enter a full address, like name@example.com',
  uk: 'Введіть повну адресу, наприклад name@example.com',
};
const CODE: Say = { en: 'Code must contain 6 digits', uk: 'У коді 6 цифр' };
const APP_CODE: Say = { en: 'Code must be 6 digits', uk: 'Код має складатися з 6 цифр' };
const LINK = 'Enter a username without links';

const error = (label: string) => page.errorOf(label)?.replace(/\s+/g, ' ');
const pass = () => act(() => vi.advanceTimersByTimeAsync(10));
const enter = async (label: string) => {
  await person.enter(label);
  await pass();
};
const fill = async (label: string, value: string) => {
  await person.fill(label, value);
  await pass();
};
const open = async (screen: Screen, language: Language = 'en') => {
  stored.requestId.write('request-1');
  api().answers['POST /users/request-phone-verify'] = { body: { success: true, data: { code: 'request-1' } } };
  await show(screen.request, [], editionWith({ ...EDITION, blockedRegions: ['7'] }));
  await screen.reach?.(api().answers);
  await act(() => i18next.changeLanguage(language));
};
const asked = (screen: Screen) => api().times(screen.call.replace(/^\w+ /, ''));

describe.each(LANGUAGES)('the signup, %s', (language) => {
  it.each([
    ['VA-01 name', 'name', '', REQUIRED],
    ['VA-01 name', 'name', '   ', REQUIRED],
    ['VA-02 email', 'email', '', REQUIRED],
    ['VA-02 email', 'email', 'ada', EMAIL],
    ['VA-02 email', 'email', 'ada@localhost', DOMAIN],
    ['VA-03 password', 'password', '', REQUIRED],
    ['VA-03 password', 'password', 'Se1!', SHORT],
    ['VA-03 password', 'password', 'secret1!', WEAK],
    ['VA-03 password', 'password', 'SECRET1!', WEAK],
    ['VA-03 password', 'password', 'Secrets!', WEAK],
    ['VA-03 password', 'password', 'Secret12', WEAK],
    ['VA-03 password that was pasted', 'password', 'Generated1!Generated2!', LONG],
    ['VA-04 repeated password', 'repeatPassword', '', REQUIRED],
    ['VA-04 repeated password', 'repeatPassword', 'Secret2!', DIFFERENT],
    ['VA-05 phone', 'phone', '', REQUIRED],
    ['VA-05 phone', 'phone', '+0671234567', PHONE],
    ['VA-05 phone', 'phone', '+380671', PHONE],
    ['VA-06 phone', 'phone', '+79161234567', REGION],
  ] as const)('refuses the %s “%s: %s” by its own rule, and sends nothing', async (_rule, name, value, text) => {
    const screen: Screen = SCREENS.signup;
    await open(screen, language);
    const label = LABELS[name][language];
    await fill(label, value);
    // If the password itself is invalid, the repeated one equals it.
    if (name === 'password') await fill(LABELS.repeatPassword[language], value);
    await screen.press(language);
    await pass();
    expect([error(label), asked(screen)]).toEqual([text[language], 0]);
  });

  it.each([
    ['VA-07 email', 'emailCode', CODE],
    ['VA-07 SMS', 'phoneConfirm', CODE],
    ['VA-08 app', 'secondFactor', APP_CODE],
  ] as const)('is followed by the code of the %s, which needs six digits', async (_what, name, short) => {
    const screen: Screen = SCREENS[name];
    await open(screen, language);
    const label = LABELS[name === 'phoneConfirm' ? 'smsCode' : name === 'emailCode' ? name : 'appCode'][language];
    expect(page.field(label).inputMode).toBe('numeric');
    await enter(label);
    expect(error(label)).toBe(REQUIRED[language]);
    await fill(label, '12345');
    expect(error(label)).toBeUndefined();
    await enter(label);
    expect([error(label), asked(screen)]).toEqual([short[language], 0]);
    await fill(label, '123456');
    expect([asked(screen), JSON.stringify(api().requests)]).toEqual([1, expect.stringContaining('123456')]);
  });
});

it('VA-09 AP-16 a username is not a link, has at most 32 characters, and loses its @', async () => {
  const [screen, label]: [Screen, string] = [SCREENS.social, 'Instagram username'];
  await open(screen);
  for (const [value, text] of [
    ['', REQUIRED.en],
    ['https://instagram.com/ada', LINK],
    ['www.ada', LINK],
    ['instagram.com/ada', LINK],
    ['a'.repeat(33), 'Username must not exceed 32 characters'],
  ] as const) {
    await fill(label, value);
    await screen.press('en');
    await pass();
    expect([value, error(label)]).toEqual([value, text]);
  }
  expect(asked(screen)).toBe(0);
  await fill(label, '@ada.lovelace');
  await screen.press('en');
  await pass();
  expect(api().requests.at(-1)?.body).toEqual({ verificationType: 'INSTAGRAM_SUBSCRIPTION', tag: 'ada.lovelace' });
});

it.each([
  ['login', 'Email or phone', '', ' ada@example.org '],
  ['login', 'Password', '', ' Secret1! '],
  ['signup', 'Name', '', ' Ada Lovelace '],
  ['signup', 'Email', 'ada', ' ada@example.org '],
  ['signup', 'Password', 'secret', ' Secret1! '],
  ['signup', 'Repeat password', 'Secret2!', ' Secret1! '],
  ['signup', 'Phone', '', ADA.phoneNumber.slice(1)],
  ['newPassword', 'Code from the email', '12', '123 456'],
  ['newPassword', 'New password', 'secret', ' Secret1! '],
  ['newPassword', 'Repeat password', 'Secret2!', ' Secret1! '],
  ['phoneRequest', 'Phone number', '', ADA.phoneNumber.slice(1)],
  ['social', 'Instagram username', '', ' ada.lovelace '],
] as const)(
  'the error of a field disappears as soon as a valid value is pasted: %s, %s',
  async (name, label, wrong, pasted) => {
    await open(SCREENS[name]);
    await fill(label, wrong);
    await enter(label);
    expect(error(label)).toBeTruthy();
    await fill(label, pasted);
    expect(error(label)).toBeUndefined();
  },
);
