import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { english as words } from './words.ts';

/** A nominee of the demo edition and its place on the page. */
export type Nominee = {
  readonly name: string;
  /** The tab of its category; the nomination is the one that is open at first. */
  readonly category: string;
  readonly vote: { readonly nomination: string; readonly niche: string; readonly vote: string };
};

const inProgram = (name: string, category: string, niche: string, vote: string): Nominee => ({
  name,
  category,
  vote: { nomination: 'best-partner', niche, vote },
});

/** The nominees that tests vote for. Tests share a server, and some need a category without votes. */
export const nominees = {
  verdantReach: inProgram('Verdant Reach', 'Nutra', 'nutra', 'verdant-reach'),
  moonferry: inProgram('Moonferry', 'Dating', 'dating', 'moonferry'),
  coinorchard: inProgram('Coinorchard', 'Crypto', 'crypto', 'coinorchard'),
  glasswharf: inProgram('Glasswharf', 'Crypto', 'crypto', 'glasswharf'),
  pebbleroad: inProgram('Pebbleroad', 'Sweepstakes', 'sweepstakes', 'pebbleroad'),
  quillstone: inProgram('Quillstone', 'Finance', 'finance', 'quillstone'),
} as const;

export const cardOf = (page: Page, nominee: Nominee): Locator => page.locator(`li[data-company=${nominee.vote.vote}]`);

const pressVote = async (page: Page, nominee: Nominee): Promise<void> => {
  await page.getByRole('tab', { name: nominee.category }).click();
  await cardOf(page, nominee)
    .getByRole('button', { name: words.voteFor(nominee.name) })
    .click();
};

/** Presses the nominee's button, which opens the confirmation of the vote. */
export const chooseNominee = async (page: Page, nominee: Nominee): Promise<void> => {
  await pressVote(page, nominee);
  await expect(page.getByRole('dialog', { name: words.confirmTitle(nominee.name) })).toBeVisible();
};

/** Waits until the page knows which verification of the user is missing. */
export const untilMissingKnown = (page: Page): Promise<void> =>
  expect(page.getByRole('complementary').getByRole('button')).toContainText(/\d/);

/** Presses the nominee's button as a user who lacks a verification that the page knows: that step opens. */
export const chooseUnverified = async (page: Page, nominee: Nominee): Promise<void> => {
  await untilMissingKnown(page);
  await pressVote(page, nominee);
};

/** Chooses the nominee and casts the vote. */
export const castVote = async (page: Page, nominee: Nominee): Promise<void> => {
  await chooseNominee(page, nominee);
  await page.getByRole('button', { name: words.cast }).click();
};
