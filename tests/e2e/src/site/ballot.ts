import type { Language } from '@laurel/contracts/languages';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { type Words, english as words, wordsByLanguage } from './words.ts';

/** A nominee of the demo edition and its place on the page. */
export type Nominee = {
  readonly name: string;
  /** The tab of its category, in English; the nomination is the one that is open at first. */
  readonly category: string;
  /** The same in each language. */
  readonly categories: Readonly<Record<Language, string>>;
  readonly vote: { readonly nomination: string; readonly niche: string; readonly vote: string };
};

const inProgram = (name: string, [en, uk]: readonly [string, string], niche: string, vote: string): Nominee => ({
  name,
  category: en,
  categories: { en, uk },
  vote: { nomination: 'best-partner', niche, vote },
});

/** The nominees that tests vote for. Tests share a server, and some need a category without votes. */
export const nominees = {
  copperfinch: inProgram('Copperfinch', ['Gambling', 'Гемблінг'], 'gambling', 'copperfinch'),
  northlight: inProgram('Northlight Partners', ['Betting', 'Бетинг'], 'betting', 'northlight-partners'),
  verdantReach: inProgram('Verdant Reach', ['Nutra', 'Нутра'], 'nutra', 'verdant-reach'),
  moonferry: inProgram('Moonferry', ['Dating', 'Дейтинг'], 'dating', 'moonferry'),
  coinorchard: inProgram('Coinorchard', ['Crypto', 'Крипта'], 'crypto', 'coinorchard'),
  glasswharf: inProgram('Glasswharf', ['Crypto', 'Крипта'], 'crypto', 'glasswharf'),
  pebbleroad: inProgram('Pebbleroad', ['Sweepstakes', 'Свіпстейки'], 'sweepstakes', 'pebbleroad'),
  quillstone: inProgram('Quillstone', ['Finance', 'Фінанси'], 'finance', 'quillstone'),
} as const;

export const cardOf = (page: Page, nominee: Nominee): Locator => page.locator(`li[data-company=${nominee.vote.vote}]`);

/** The page's first button to vote. */
export const firstVote = (page: Page, words: Words): Locator =>
  page.getByRole('button', { name: words.voteFor('') }).first();

const pressVote = async (page: Page, nominee: Nominee, language: Language): Promise<void> => {
  await page.getByRole('tab', { name: nominee.categories[language] }).click();
  await cardOf(page, nominee)
    .getByRole('button', { name: wordsByLanguage[language].voteFor(nominee.name) })
    .click();
};

/** Presses the nominee's button, which opens the confirmation of the vote. */
export const chooseNominee = async (page: Page, nominee: Nominee, language: Language = 'en'): Promise<void> => {
  await pressVote(page, nominee, language);
  await expect(page.getByRole('dialog', { name: wordsByLanguage[language].confirmTitle(nominee.name) })).toBeVisible();
};

/** Waits until the page knows which verification of the user is missing. */
export const untilMissingKnown = (page: Page): Promise<void> =>
  expect(page.getByRole('complementary').getByRole('button')).toContainText(/\d/);

/** Presses the page's first button to vote as a user who lacks a verification that the page knows: that step opens. */
export const openMissingStep = async (page: Page, words: Words): Promise<void> => {
  await untilMissingKnown(page);
  await firstVote(page, words).click();
};

/** The same with the nominee's button. */
export const chooseUnverified = async (page: Page, nominee: Nominee, language: Language = 'en'): Promise<void> => {
  await untilMissingKnown(page);
  await pressVote(page, nominee, language);
};

/** Chooses the nominee and casts the vote. */
export const castVote = async (page: Page, nominee: Nominee): Promise<void> => {
  await chooseNominee(page, nominee);
  await page.getByRole('button', { name: words.cast }).click();
};
