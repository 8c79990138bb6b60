import { ERRORS, type ErrorCode } from '@laurel/contracts/errors';
import type { Language } from '@laurel/contracts/languages';
import { APP_VERSION } from '@laurel/contracts/limits';
import { STORAGE_KEYS } from '@laurel/contracts/storage';
import type { Page } from '@playwright/test';

/** A fake response of the API. */
export type Answer = { status: number; body: unknown };

export const success = (data: unknown, more: Record<string, unknown> = {}): Answer => ({
  status: 200,
  body: { success: true, data, ...more },
});

/** An error response of the server; `beside` are the other codes that apply. */
export const refusal = (
  code: ErrorCode,
  more: { beside?: readonly ErrorCode[]; data?: unknown; metadata?: unknown } = {},
): Answer => {
  const { beside = [], ...details } = more;
  const { status, message } = ERRORS[code];
  const codes = [code, ...beside];
  const errors = codes.map((each) => ERRORS[each].message);
  return { status, body: { success: false, code, codes, message, errors, ...details } };
};

/** Replaces the server's responses on a path of the API; they wait for `due`. */
export const answer = async (
  page: Page,
  path: string,
  { status, body }: Answer,
  due: Promise<void> = Promise.resolve(),
): Promise<void> => {
  const url = `**/api${path}`;
  await page.unroute(url);
  await page.route(url, async (route) => {
    await due;
    await route.fulfill({ status, json: body });
  });
};

/** A token that the page accepts and the server would not. */
export const TOKEN = ['{"alg":"HS256"}', '{"sub":"someone","exp":4102444800}', 'signature']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

export const SOMEONE = { name: 'Ada Lovelace', email: 'ada@example.org', phoneNumber: '+380671234567' };

/** Fakes the responses for a user with these verifications and no votes. */
export const fakeUserInfo = async (page: Page, verified: readonly string[]): Promise<void> => {
  const verifications = verified.map((type) => ({ type, verified: true }));
  await answer(page, '/users/info', success({ ...SOMEONE, verifications }));
  await answer(page, '/vote/my-votes', { status: 200, body: [] });
  // The list of votes asks for them where there is a public record.
  await answer(page, '/vote/receipts', { status: 200, body: [] });
};

/** Stores a login in the page, and fakes the responses about its user, who has these verifications. */
export const fakeLogin = async (page: Page, verified: readonly string[]): Promise<void> => {
  await fakeUserInfo(page, verified);
  await page.addInitScript(
    ([tokenKey, token, userKey, user]) => {
      localStorage.setItem(tokenKey, token);
      localStorage.setItem(userKey, user);
    },
    [STORAGE_KEYS.authToken, TOKEN, STORAGE_KEYS.currentUser, JSON.stringify(SOMEONE)] as const,
  );
};

/** Resets the storages to only this language before every load of the page, so that no step reopens. */
export const openWithLanguage = async (page: Page, language: Language): Promise<void> => {
  await page.addInitScript(
    ([languageKey, chosen, versionKey, version]) => {
      localStorage.clear();
      sessionStorage.clear();
      localStorage.setItem(versionKey, version);
      localStorage.setItem(languageKey, chosen);
    },
    [STORAGE_KEYS.language, language, STORAGE_KEYS.appVersion, APP_VERSION] as const,
  );
};
