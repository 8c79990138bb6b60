import type { Language } from '@laurel/contracts/languages';
import { vi } from 'vitest';
import type { ModalRequest } from '../modals/types.ts';
import { refusal } from './failures.ts';
import type { stubApi } from './fake-api.ts';
import { person } from './person.tsx';
import { act } from './render.tsx';
import { ADA } from './voter.ts';

type Answers = ReturnType<typeof stubApi>['answers'];
const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'kite' };
const REQUEST_PHONE = 'POST /users/request-phone-verify';
const CONFIRM_PHONE = 'POST /users/confirm-phone-verify';
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** The names of fields and buttons. */
export const LABELS = {
  name: { en: 'Name', uk: 'Ім’я' },
  email: { en: 'Email', uk: 'Пошта' },
  password: { en: 'Password', uk: 'Пароль' },
  repeatPassword: { en: 'Repeat password', uk: 'Пароль ще раз' },
  phone: { en: 'Phone', uk: 'Телефон' },
  signUp: { en: 'Sign up', uk: 'Зареєструватися' },
  logIn: { en: 'Log in', uk: 'Увійти' },
  appCode: { en: 'Code from the app', uk: 'Код із застосунку' },
  emailCode: { en: 'Code from the email', uk: 'Код із листа' },
  send: { en: 'Send the code', uk: 'Надіслати код' },
  smsCode: { en: 'Code from the SMS', uk: 'Код з SMS' },
  changePassword: { en: 'Change password', uk: 'Змінити пароль' },
  submit: { en: 'Submit my username', uk: 'Надіслати на перевірку' },
  cast: { en: 'Cast my vote', uk: 'Віддати голос' },
} as const;

/** A screen that makes a call: what opens it, the steps to the last press, and that press. */
export type Screen = {
  readonly call: string;
  readonly request: ModalRequest;
  readonly reach?: (answers: Answers) => Promise<void>;
  /** In the page's language, which may change before it. */
  readonly press: (language: Language) => Promise<void>;
};
const appCode: Screen['press'] = (language) => person.fill(LABELS.appCode[language], '123456');
const smsCode: Screen['press'] = (language) => person.fill(LABELS.smsCode[language], '123456');
const phone: ModalRequest = { type: 'phoneOtp', props: {} };
const send: Screen['press'] = (language) => person.press(LABELS.send[language]);
const sendFirst = async (): Promise<void> => {
  await send('en');
  await pass(10);
};

/** The screens of the journey that make a call, in a page of `startModals()`. */
export const SCREENS = {
  signup: {
    call: 'POST /users/register',
    request: { type: 'signup', props: {} },
    reach: async () => {
      const fields = { Name: ADA.name, Email: ADA.email, Password: 'Secret1!', 'Repeat password': 'Secret1!' };
      for (const [label, value] of Object.entries({ ...fields, Phone: ADA.phoneNumber })) {
        await person.fill(label, value);
      }
    },
    press: (language) => person.press(LABELS.signUp[language]),
  },
  login: {
    call: 'POST /users/login',
    request: { type: 'login', props: {} },
    reach: async () => {
      await person.fill('Email or phone', ADA.email);
      await person.fill('Password', 'Secret1!');
    },
    press: (language) => person.press(LABELS.logIn[language]),
  },
  newPassword: {
    call: 'POST /users/reset-password',
    request: { type: 'newPassword', props: { login: ADA.email, requestId: 'request-1' } },
    reach: async () => {
      await person.fill('Code from the email', '123456');
      await person.fill('New password', 'Secret1!');
      await person.fill('Repeat password', 'Secret1!');
    },
    press: (language) => person.press(LABELS.changePassword[language]),
  },
  setup: {
    call: 'POST /users/verify-otp',
    request: {
      type: 'twoFactorSetup',
      props: { requestKey: 'key', qrCode: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' },
    },
    reach: () => person.press('Continue'),
    press: appCode,
  },
  secondFactor: {
    call: 'POST /users/verify-otp',
    request: { type: 'twoFactorVerify', props: { requestKey: 'key' } },
    press: appCode,
  },
  emailCode: {
    call: 'POST /users/verify-email',
    request: { type: 'emailOtp', props: { email: ADA.email } },
    press: (language) => person.fill(LABELS.emailCode[language], '123456'),
  },
  phoneRequest: { call: REQUEST_PHONE, request: phone, press: send },
  phoneRequestWithCode: {
    call: REQUEST_PHONE,
    request: phone,
    reach: async (answers) => {
      answers[REQUEST_PHONE] = refusal('otp.invalid');
      await sendFirst();
    },
    press: appCode,
  },
  phoneConfirm: {
    call: CONFIRM_PHONE,
    request: phone,
    reach: sendFirst,
    press: smsCode,
  },
  // The code was sent without a response, so the page checks whether it was accepted.
  phoneCheck: {
    call: 'GET /users/check-phone',
    request: phone,
    reach: async (answers) => {
      answers[CONFIRM_PHONE] = 'no answer';
      await sendFirst();
    },
    press: smsCode,
  },
  social: {
    call: 'POST /users/verification',
    request: { type: 'socialVerification', props: { network: 'instagram' } },
    reach: () => person.fill('Instagram username', 'ada.lovelace'),
    press: (language) => person.press(LABELS.submit[language]),
  },
  vote: {
    call: 'POST /vote',
    request: { type: 'voteConfirm', props: { vote: VOTE } },
    press: (language) => person.press(LABELS.cast[language]),
  },
} satisfies Record<string, Screen>;
