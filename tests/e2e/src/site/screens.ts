import { LOGIN_ACTIONS } from '@laurel/contracts/errors';
import type { Locator, Page } from '@playwright/test';
import { answer, refusal, SOMEONE, success } from './answers.ts';
import { firstVote, openMissingStep } from './ballot.ts';
import { confirmMailbox, fillSignup } from './voter.ts';
import type { Words } from './words.ts';

const HANDLE = '0123456789abcdef0123456789abcdef';
const SETUP = {
  requestKey: HANDLE,
  qrCode: 'otpauth://totp/Laurel:ada%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Laurel',
};

export type Desk = { readonly page: Page; readonly words: Words; readonly dialog: Locator };

/** A screen that makes a call: the steps to its button, and the button. */
export type Screen = {
  readonly path: string;
  /** The user's verifications; undefined without a logged-in user. */
  readonly verified?: readonly string[];
  /** Resolves once the screen is shown. */
  reach(desk: Desk): Promise<void>;
  press(desk: Desk): Promise<void>;
};

const chooseNominee = ({ page, words }: Desk): Promise<void> => firstVote(page, words).click();

const typeLogin = async ({ page, words, dialog }: Desk): Promise<void> => {
  await page.getByRole('banner').getByRole('button', { name: words.logIn }).click();
  await dialog.getByRole('textbox').first().fill(SOMEONE.email);
  await dialog.getByLabel(words.password, { exact: true }).fill('Secret1!');
};
const pressLogin = ({ words, dialog }: Desk): Promise<void> =>
  dialog.getByRole('button', { name: words.logIn }).click();

export const login: Screen = { path: '/users/login', reach: typeLogin, press: pressLogin };

export const forgotPassword: Screen = {
  path: '/users/forgot-password',
  reach: async (desk) => {
    await typeLogin(desk);
    await desk.dialog.getByRole('button', { name: desk.words.forgot }).click();
    await desk.page.getByRole('dialog', { name: desk.words.forgotTitle }).waitFor();
  },
  press: ({ words, dialog }) => dialog.getByRole('button', { name: words.send }).click(),
};

export const newPassword: Screen = {
  path: '/users/reset-password',
  reach: async (desk) => {
    await answer(desk.page, '/users/forgot-password', success({ code: HANDLE }));
    await forgotPassword.reach(desk);
    await forgotPassword.press(desk);
    await desk.dialog.getByLabel(desk.words.emailCode).fill('123456');
    await desk.dialog.getByLabel(desk.words.newPassword, { exact: true }).fill('Secret1!');
    await desk.dialog.getByLabel(desk.words.repeatPassword).fill('Secret1!');
  },
  press: ({ words, dialog }) => dialog.getByRole('button', { name: words.changePassword }).click(),
};

export const signup: Screen = {
  path: '/users/register',
  reach: async ({ page, words, dialog }) => {
    await page.getByRole('banner').getByRole('button', { name: words.logIn }).click();
    await dialog.getByRole('button', { name: words.noAccount }).click();
    await confirmMailbox(page, words);
    await fillSignup(dialog, words, { ...SOMEONE, password: 'Secret1!' });
  },
  press: ({ words, dialog }) => dialog.getByRole('button', { name: words.signUp }).click(),
};

export const emailCode: Screen = {
  path: '/users/verify-email',
  reach: async (desk) => {
    await answer(desk.page, '/users/login', refusal('login.email_unverified', { data: { code: HANDLE } }));
    await typeLogin(desk);
    await pressLogin(desk);
    await desk.dialog.getByLabel(desk.words.emailCode).waitFor();
  },
  press: ({ words, dialog }) => dialog.getByLabel(words.emailCode).fill('123456'),
};

/** Clears the field and types the code: one that the server did not check is still in the field. */
const typeAppCode: Screen['press'] = async ({ words, dialog }) => {
  const field = dialog.getByLabel(words.appCode, { exact: true });
  await field.fill('');
  await field.fill('123456');
};

export const setup: Screen = {
  path: '/users/verify-otp',
  reach: async (desk) => {
    const metadata = { action: LOGIN_ACTIONS.linkAuthenticator };
    await answer(desk.page, '/users/login', success(SETUP, { metadata }));
    await typeLogin(desk);
    await pressLogin(desk);
    await desk.dialog.getByRole('button', { name: desk.words.goOn }).click();
    await desk.dialog.getByLabel(desk.words.appCode, { exact: true }).waitFor();
  },
  press: typeAppCode,
};

export const secondFactor: Screen = {
  path: '/users/verify-otp',
  reach: async (desk) => {
    const metadata = { action: LOGIN_ACTIONS.verifyOtp };
    await answer(desk.page, '/users/login', success({ requestKey: HANDLE }, { metadata }));
    await typeLogin(desk);
    await pressLogin(desk);
    await desk.dialog.getByLabel(desk.words.appCode, { exact: true }).waitFor();
  },
  press: ({ words, dialog }) => dialog.getByLabel(words.appCode, { exact: true }).fill('123456'),
};

export const phoneRequest: Screen = {
  path: '/users/request-phone-verify',
  verified: ['TELEGRAM_SUBSCRIPTION'],
  reach: async (desk) => {
    await openMissingStep(desk.page, desk.words);
    await desk.dialog.getByRole('button', { name: desk.words.send }).waitFor();
  },
  press: ({ words, dialog }) => dialog.getByRole('button', { name: words.send }).click(),
};

export const phoneRequestWithCode: Screen = {
  ...phoneRequest,
  reach: async (desk) => {
    await openMissingStep(desk.page, desk.words);
    await answer(desk.page, '/users/request-phone-verify', refusal('otp.invalid'));
    await desk.dialog.getByRole('button', { name: desk.words.send }).click();
    await desk.dialog.getByLabel(desk.words.appCode, { exact: true }).waitFor();
  },
  press: ({ words, dialog }) => dialog.getByLabel(words.appCode, { exact: true }).fill('123456'),
};

export const phoneConfirm: Screen = {
  path: '/users/confirm-phone-verify',
  verified: ['TELEGRAM_SUBSCRIPTION'],
  reach: async (desk) => {
    await answer(desk.page, '/users/request-phone-verify', success({ code: HANDLE }));
    await openMissingStep(desk.page, desk.words);
    await desk.dialog.getByRole('button', { name: desk.words.send }).click();
    await desk.dialog.getByLabel(desk.words.smsCode, { exact: true }).waitFor();
  },
  press: ({ words, dialog }) => dialog.getByLabel(words.smsCode, { exact: true }).fill('123456'),
};

export const social: Screen = {
  path: '/users/verification',
  verified: ['PHONE'],
  reach: async (desk) => {
    const { dialog } = desk;
    await openMissingStep(desk.page, desk.words);
    await dialog.getByRole('tab', { name: 'Instagram' }).click();
    await dialog.getByRole('textbox').fill('ada.lovelace');
  },
  press: ({ dialog }) => dialog.locator('form button[type=submit]').click(),
};

export const vote: Screen = {
  path: '/vote',
  verified: ['PHONE', 'TELEGRAM_SUBSCRIPTION'],
  reach: async (desk) => {
    // The totals may still change the order of the nominees.
    await desk.page.waitForLoadState('networkidle');
    await chooseNominee(desk);
    await desk.dialog.getByRole('button', { name: desk.words.cast }).waitFor();
  },
  press: ({ words, dialog }) => dialog.getByRole('button', { name: words.cast }).click(),
};
