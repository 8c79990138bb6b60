import type { Locator, Page } from '@playwright/test';
import { generate } from 'otplib';
import { z } from 'zod';
import { createVoterClient } from '../journey/client.ts';
import { expect } from './fixtures.ts';
import type { Person } from './person.ts';
import type { Words } from './words.ts';

/** The tolerance for the time of a message, as clocks differ. */
const SLACK_MS = 1_000;

const clockReply = z.object({ data: z.object({ now: z.coerce.date() }) });

/** The time of the server, whose clock a test may have advanced. */
export const timeAt = async (origin: string): Promise<Date> =>
  clockReply.parse(await (await fetch(`${origin}/dev/clock`)).json()).data.now;

/** The code of an authenticator app at the server's time. */
export const appCodeAt = async (origin: string, secret: string): Promise<string> =>
  generate({ secret, epoch: Math.floor((await timeAt(origin)).getTime() / 1_000) });

/** A voter on the page, with a method for each step. */
export type Voter = {
  signUp(person: Person): Promise<void>;
  confirmEmail(): Promise<void>;
  /** Enters the code in the open form. */
  enterEmailCode(): Promise<void>;
  /** Links an authenticator with the secret beside the QR code, and returns the backup codes. */
  linkAuthenticator(): Promise<string[]>;
  confirmPhone(): Promise<void>;
  connectTelegram(): Promise<void>;
};

/** Answers the question before the first signup and before the first mail to support. */
export const confirmMailbox = async (page: Page, words: Words): Promise<void> => {
  const warning = page.getByRole('dialog').filter({ has: page.getByRole('checkbox') });
  await warning.getByRole('checkbox', { name: words.mailboxTick }).check();
  await warning.getByRole('button', { name: words.mailboxConfirm }).click();
};

/** Fills the form of the signup. */
export const fillSignup = async (dialog: Locator, words: Words, person: Person): Promise<void> => {
  for (const [label, value] of [
    [words.name, person.name],
    [words.email, person.email],
    [words.password, person.password],
    [words.repeatPassword, person.password],
    [words.phone, person.phoneNumber.slice(1)],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(value);
  }
};

/** @param atStep runs on each screen of the steps, before it is left */
export const createVoter = (
  page: Page,
  words: Words,
  origin: string,
  atStep: () => Promise<void> = async () => undefined,
): Voter => {
  const mailbox = createVoterClient(origin);
  const dialog = page.getByRole('dialog');
  let since = new Date();
  let person: Person | undefined;
  const lately = async (): Promise<Date> => new Date((await timeAt(origin)).getTime() - SLACK_MS);
  const contact = (): Person => {
    if (!person) throw new Error('sign up first');
    return person;
  };

  const enterEmailCode = async (): Promise<void> => {
    await expect(dialog.getByLabel(words.emailCode)).toBeVisible();
    await atStep();
    await dialog.getByLabel(words.emailCode).fill(await mailbox.codeSentTo(contact().email, since));
  };

  return {
    enterEmailCode,
    signUp: async (given) => {
      person = given;
      since = await lately();
      await dialog.getByRole('button', { name: words.noAccount }).click();
      await confirmMailbox(page, words);
      await fillSignup(dialog, words, given);
      await dialog.getByRole('button', { name: words.signUp }).click();
    },

    confirmEmail: async () => {
      // The message goes on by itself after some seconds, so the button may be gone before it is clicked.
      const clicked = dialog.getByRole('button', { name: words.enterCode }).click();
      await Promise.any([clicked, dialog.getByLabel(words.emailCode).waitFor()]);
      await enterEmailCode();
    },

    linkAuthenticator: async () => {
      await expect(dialog.getByRole('heading', { name: words.setupTitle })).toBeVisible();
      const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
      await dialog.getByRole('button', { name: words.goOn }).click();
      await expect(dialog.getByLabel(words.appCode, { exact: true })).toBeVisible();
      await atStep();
      await dialog.getByLabel(words.appCode, { exact: true }).fill(await appCodeAt(origin, secret));
      await expect(dialog.locator('li code')).toHaveCount(10);
      await atStep();
      const codes = await dialog.locator('li code').allTextContents();
      await dialog.getByRole('button', { name: words.saved }).click();
      return codes;
    },

    confirmPhone: async () => {
      since = await lately();
      await dialog.getByRole('button', { name: words.send }).click();
      await expect(dialog.getByText(words.nextAttempt)).toBeVisible();
      await atStep();
      await dialog
        .getByLabel(words.smsCode, { exact: true })
        .fill(await mailbox.codeSentTo(contact().phoneNumber, since));
    },

    connectTelegram: async () => {
      await dialog.getByRole('button', { name: words.getLink }).click();
      const opened = page.waitForEvent('popup');
      await dialog.getByRole('link', { name: words.goToBot }).click();
      const bot = await opened;
      await bot.getByRole('button', { name: 'Confirm as member' }).click();
      await expect(bot.getByRole('status')).not.toBeEmpty();
      await bot.close();
    },
  };
};
