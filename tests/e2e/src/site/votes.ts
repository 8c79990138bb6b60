import type { Vote } from '@laurel/contracts/records';
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { answer, success } from './answers.ts';

const statistics = z.array(
  z.object({ nomination: z.string(), niche: z.string(), results: z.array(z.object({ company: z.string() })) }),
);

/** The pill with the visitor's progress. */
export const pillOf = (page: Page): Locator => page.getByRole('complementary');

/** A vote in every category of the edition, each for the first nominee. */
export const everyVote = async (page: Page): Promise<readonly Vote[]> => {
  const items = statistics.parse(await (await page.request.get('/api/vote/statistics')).json());
  return items.map(({ nomination, niche, results }) => ({ nomination, niche, vote: results[0]?.company ?? '' }));
};

/** Fakes the votes of the user. */
export const knowVotes = (page: Page, votes: readonly Vote[]): Promise<void> =>
  answer(page, '/vote/my-votes', { status: 200, body: votes });

/** Fakes what the public record says: these votes are in it, and those wait. A check of them would fail. */
export const knowReceipts = (page: Page, recorded: readonly Vote[], waiting: readonly Vote[]): Promise<void> => {
  const opening = { serverNonce: '', browserNonce: '', leaf: '' };
  const body = [
    ...recorded.map((vote, index) => ({ ...vote, ...opening, index, proof: '' })),
    ...waiting.map((vote) => ({ ...vote, ...opening, index: null, proof: null })),
  ];
  return answer(page, '/vote/receipts', { status: 200, body });
};

/** Fakes that the next vote is recorded, and the votes of the user after it. */
export const recordVote = async (page: Page, vote: Vote, votes: readonly Vote[]): Promise<void> => {
  await page.route('**/api/vote', async (route) => {
    // Not before: the page may read its votes again at any time, and would then refuse to vote twice.
    await knowVotes(page, votes);
    await route.fulfill({ status: 201, json: success(vote).body });
  });
};
