import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openAccount } from './site/account.ts';
import { cardOf, castVote, nominees } from './site/ballot.ts';
import { expect, test } from './site/fixtures.ts';
import { expectLook } from './site/look.ts';
import { enter, type Member } from './site/member.ts';
import { english as words } from './site/words.ts';

// They vote in every category, and others need one without votes.
test.use({ alone: true });

const TOTAL = 22;
const pill = (page: Page) => page.getByRole('complementary', { name: 'Your progress' });

/** A verified member on the page, who has voted in no category. */
const verified = async (page: Page, origin: string): Promise<Member> => {
  const member = await openAccount(origin, { phone: true, social: true });
  await enter(page, member);
  return member;
};

/** Votes for the first nominee of every category but the given ones, with the API calls of the page. */
const voteElsewhere = async ({ client }: Member, origin: string, ...open: readonly string[]): Promise<void> => {
  const answer = await fetch(`${origin}/api/vote/statistics`);
  const items: { nomination: string; niche: string; results: { company: string }[] }[] = await answer.json();
  for (const { nomination, niche, results } of items) {
    if (open.includes(`${nomination}/${niche}`)) continue;
    const reply = await client.call('POST', '/vote', { nomination, niche, vote: results[0]?.company ?? '' });
    expect([nomination, niche, reply.status]).toEqual([nomination, niche, 201]);
  }
};

test.describe('after a vote', () => {
  test('the page says what was cast until that is dismissed, and leads to the next category', async ({
    page,
    origin,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await verified(page, origin);
    await expect(pill(page)).toContainText(`0 of ${TOTAL}`);
    await castVote(page, nominees.quillstone);
    const dialog = page.getByRole('dialog', { name: words.doneTitle });
    await expect(dialog).toContainText('Quillstone');
    await expect(dialog).toContainText('Best Affiliate Program: Finance');
    const next = dialog.getByRole('button', { name: 'Next category (21 left)' });
    await expect(next).toBeFocused();
    await expect(next).toHaveAccessibleDescription(/Quillstone.*Finance/);
    // Longer than messages that close by themselves.
    await page.waitForTimeout(5_000);
    await expect(dialog).toBeVisible();

    const ring = await dialog.locator('img').locator('..').boundingBox();
    expect(Math.round(ring?.width ?? 0)).toBe(Math.round(ring?.height ?? -1));

    await next.click();
    await expect(dialog).toHaveCount(0);
    // Finance is the last category of its nomination.
    const team = page.locator('#best-affiliate-team');
    await expect(team.getByRole('tab', { selected: true })).toBeFocused();
    await expect(team.getByRole('heading', { level: 3 })).toBeInViewport();
    await expect(pill(page)).toContainText(`1 of ${TOTAL}`);
    await expect(page.getByRole('tab', { name: 'Finance you voted here' })).toBeVisible();
  });

  test('the link to the nominee is shared, or copied by a browser without a sheet for it', async ({ page, origin }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', {
        configurable: true,
        value: async (data: unknown) => Object.assign(window, { shared: data }),
      });
    });
    await verified(page, origin);
    await castVote(page, nominees.pebbleroad);
    await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
      .toEqual({
        text: 'I voted for Pebbleroad at Meridian Awards 2025. Cast your vote, too:',
        url: `${origin}/?nomination=best-partner&company=pebbleroad&niche=sweepstakes&lang=en`,
      });
  });
});

test.describe('the progress', () => {
  test('counts a vote of another tab, and leads to the next category without a vote', async ({ page, origin }) => {
    const member = await verified(page, origin);
    await voteElsewhere(member, origin, 'donat/no-category', 'best-partner/crypto');
    await page.reload();
    await expect(pill(page)).toContainText(`20 of ${TOTAL}`);
    await expect(page.locator('#industry-voice h3 small')).toHaveText('You have voted here');
    await expect(page.locator('#industry-voice h3 svg').first()).toBeVisible();
    await pill(page).getByRole('button', { name: 'Next category' }).click();
    await expect(page.getByRole('tab', { name: 'Crypto', exact: true })).toHaveAttribute('aria-selected', 'true');
    await castVote(page, nominees.coinorchard);
    await page.getByRole('button', { name: words.backToPage }).click();
    await expect(cardOf(page, nominees.coinorchard)).toContainText(words.yourChoice);

    await pill(page).getByRole('button', { name: 'Next category' }).click();
    await expect(page.locator('#donat')).toBeInViewport();
    await page
      .locator('#donat')
      .getByRole('button', { name: /^Vote for/ })
      .first()
      .click();
    await page.getByRole('button', { name: words.cast }).click();
    const finish = page.getByRole('dialog', { name: 'You have voted in every category' });
    await expect(finish).toContainText('22 of 22');
    await expect(finish.getByRole('img')).toHaveCount(TOTAL);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectLook(page, page, 'finished-360-en');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectLook(page, page, 'finished-1440-en');

    const download = page.waitForEvent('download');
    await finish.getByRole('button', { name: 'Share a picture of my picks' }).click();
    const file = await readFile(await (await download).path());
    // A PNG of 1080 by 1350 pixels.
    expect([file.subarray(1, 4).toString(), file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual(['PNG', 1080, 1350]);
    await finish.getByRole('button', { name: words.backToPage }).click();
    await expect(pill(page)).toContainText(`${TOTAL} of ${TOTAL}`);
    await pill(page).getByRole('button', { name: 'My votes' }).click();
    await expect(finish).toBeVisible();
  });

  test('lists all own votes in the menu, each with a link to its category', async ({ page, origin }) => {
    const { client, person } = await verified(page, origin);
    await client.call('POST', '/vote', nominees.moonferry.vote);
    await page.reload();
    await page.getByRole('button', { name: words.account(person.name) }).click();
    await page.getByRole('button', { name: 'My votes' }).click();
    const list = page.getByRole('dialog', { name: 'My votes' });
    await expect(list).toContainText('You have voted in 1 of 22 categories');
    await expect(list.getByRole('listitem')).toHaveCount(TOTAL);
    await list.getByRole('button', { name: 'Dating Moonferry' }).click();
    await expect(list).toHaveCount(0);
    await expect(page.getByRole('tab', { name: 'Dating you voted here' })).toBeFocused();
    await expect(cardOf(page, nominees.moonferry)).toContainText(words.yourChoice);
  });

  test('leads a member who stopped half-way to the step that is missing', async ({ page, origin }) => {
    const member = await openAccount(origin, { phone: true });
    await enter(page, member);
    await pill(page).getByRole('button', { name: 'Finish: step 4 of 4' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: words.getLink })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.account(member.person.name) }).click();
    await page.getByRole('button', { name: 'Finish: step 4 of 4' }).last().click();
    await expect(page.getByRole('dialog').getByRole('button', { name: words.getLink })).toBeVisible();
  });

  test('is not there for a visitor who is logged out', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
    await expect(pill(page)).toHaveCount(0);
  });
});
