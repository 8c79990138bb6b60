import { until } from '@laurel/support/until';
import { expect, type Page } from '@playwright/test';
import type { Desk } from './desk.ts';
import { pressEnter, propose, test } from './fixtures.ts';

const confirmWith = async (page: Page, step: string): Promise<void> => {
  await page.getByLabel('Why').fill('Agreed by the jury');
  await page.getByRole('dialog').getByRole('button', { name: step }).click();
};
/** The link in the mail that somebody of the farm got about an exclusion, once it was sent. */
const objectLink = ({ site }: Desk, id: string): Promise<string> =>
  until(`the mail about decision ${id}`, async () => {
    const messages: { text: string }[] = await (await fetch(`${site.origin}/dev/inbox.json`)).json();
    const own = messages.find(({ text }) => text.includes(`decision ${id}.`));
    return own && /http\S+\/decisions\/objection\?token=\S+/.exec(own.text)?.[0];
  });

test('a farm is excluded and the winner changes; somebody objects and is answered; it is undone', {
  tag: '@journey',
}, async ({ colleague, desk, browser }) => {
  const { page } = await colleague('organiser');
  const id = await propose(page, desk);
  await page.getByRole('button', { name: 'Apply' }).click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText(`${desk.night.farm} votes of ${desk.night.farm} people leave the count.`),
  ).toBeVisible();
  await expect(dialog.getByText('The winner changes in 1 category.')).toBeVisible();
  await confirmWith(page, 'Apply');
  await expect(page.getByText('out of the count', { exact: true })).toBeVisible();

  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const voter = await context.newPage();
  // The list is up to a second old.
  await until(`decision ${id} in the list`, async () => {
    await voter.goto(`${desk.site.origin}/decisions`);
    return voter.getByRole('heading', { name: `Decision ${id}` }).isVisible();
  });
  await voter.goto(await objectLink(desk, id));
  await expect(voter.getByText('One person cast them with many accounts.')).toBeVisible();
  await voter.getByLabel('Your objection').fill('We are a family of five,\nand each of us voted.');
  await voter.getByRole('button', { name: 'Send the objection' }).click();
  await expect(voter.getByRole('heading', { name: 'Your objection was received' })).toBeVisible();
  await context.close();

  await page.reload();
  await expect(page.getByText('We are a family of five,')).toBeVisible();
  await page.getByRole('button', { name: /^Answer \S+@/ }).click();
  await page.getByLabel('Your answer').fill('We looked again. The visits came from one device.');
  await confirmWith(page, 'Send the answer');
  await expect(page.getByText(/^Answered by/)).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await pressEnter(page.getByRole('button', { name: 'Undo' }));
  await page.getByLabel('Why').focus();
  await page.keyboard.type('A mistake');
  await pressEnter(dialog.getByRole('button', { name: 'Undo' }));
  await expect(page.getByText('undone', { exact: true })).toBeVisible();
});
