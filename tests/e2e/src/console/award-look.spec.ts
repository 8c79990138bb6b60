import { expect } from '@playwright/test';
import { findings } from '../site/axe.ts';
import { pressEnter, test, watch } from './fixtures.ts';

const logo = (word: string, colour = '#123') => ({
  name: `${word}.svg`,
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect x="0" y="8" width="${word.length * 20}" height="24" fill="${colour}"/></svg>`,
  ),
});

test('an organiser gives the award its colour, sponsors and a question, and visitors see them', async ({
  colleague,
  desk,
  browser,
  consoleErrors,
}) => {
  const { page } = await colleague('organiser', { width: 1440 });
  await page.getByRole('link', { name: 'Edition', exact: true }).press('Enter');
  await pressEnter(page.getByRole('button', { name: 'Edit' }).first());
  await page.getByRole('link', { name: 'Look', exact: true }).press('Enter');
  await page.getByLabel('Accent colour', { exact: true }).fill('#7c3aed');
  await expect(page.getByText('Choose a lighter colour', { exact: false }).first()).toBeVisible();
  await page.getByLabel('Accent colour', { exact: true }).fill('#a78bfa');
  await expect(page.getByText('It is easy to read', { exact: false })).toBeVisible();
  await page.getByLabel('Mark in the header').setInputFiles(logo('mark', '#a78bfa'));
  for (const [number, name] of [
    [1, 'Acme'],
    [2, 'Paper Mill'],
  ] as const) {
    await page.getByRole('button', { name: 'Add: Sponsors' }).press('Enter');
    await page.getByLabel(`Name ${number}`).fill(name);
    await page.getByLabel(`Logo ${number}`).setInputFiles(logo(name.toLowerCase()));
    await expect(page.locator(`[data-field="sponsors.${number - 1}.logo"] img`)).toBeVisible();
  }
  await page.getByLabel('Link 2, optional').fill('https://mill.example');
  await page.getByRole('button', { name: 'Move up: Sponsors 2' }).press('Enter');
  await expect(page.getByLabel('Name 1')).toHaveValue('Paper Mill');
  expect(await findings(page)).toEqual([]);

  await page.getByRole('link', { name: 'Texts', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Add: Questions and answers' }).press('Enter');
  await page.getByLabel('Question 1, English').fill('Is CPA < $5 counted?');
  await page.getByLabel('Question 1, Ukrainian').fill('Чи рахується CPA < $5?');
  await page.getByLabel('Answer 1, English').fill('Yes.\nAlways.');
  await page.getByLabel('Answer 1, Ukrainian').fill('Так.\nЗавжди.');

  await page
    .getByRole('link', { name: /Best Affiliate Program/ })
    .first()
    .press('Enter');
  await page
    .getByRole('link', { name: /Gambling/ })
    .first()
    .press('Enter');
  await page.getByRole('button', { name: 'More about Gambling' }).first().press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add: Sponsors' }).press('Enter');
  await dialog.getByLabel('Name 1').fill('Lucky & Sons');
  await dialog.getByLabel('Logo 1').setInputFiles(logo('lucky'));
  await expect(dialog.locator('[data-field$=".sponsors.0.logo"] img')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await pressEnter(dialog.getByRole('button', { name: 'Done' }));

  await page.getByRole('link', { name: 'Review and publish' }).press('Enter');
  await expect(page.getByText('Category Gambling: sponsors added')).toBeVisible();
  await pressEnter(page.getByRole('button', { name: 'Publish' }));
  await dialog.getByLabel('Why').fill('The look of this year');
  await pressEnter(dialog.getByRole('button', { name: 'Publish' }));
  await expect(page.getByText('Published. Visitors see it within seconds')).toBeVisible();
  await expect.poll(async () => (await fetch(`${desk.site.origin}/`)).text()).toContain('--gold:#a78bfa');

  for (const [language, partner, sponsors, questions, question] of [
    ['en', 'Category partner', 'Sponsors', 'Questions and answers', 'Is CPA < $5 counted?'],
    ['uk', 'Партнер категорії', 'Спонсори', 'Запитання й відповіді', 'Чи рахується CPA < $5?'],
  ] as const) {
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 390, height: 900 } });
    const visitor = await context.newPage();
    watch(visitor, consoleErrors);
    await visitor.goto(`${desk.site.origin}/?lang=${language}&nomination=best-partner&niche=gambling`);
    const own = visitor.getByRole('region', { name: partner });
    await expect(own.getByRole('img', { name: 'Lucky & Sons' })).toBeVisible();
    const row = visitor.getByRole('region', { name: sponsors });
    await row.scrollIntoViewIfNeeded();
    await expect(row.getByRole('link', { name: 'Paper Mill' })).toHaveAttribute('rel', 'sponsored noopener');
    await visitor.getByRole('contentinfo').getByRole('button', { name: questions }).press('Enter');
    const faq = visitor.getByRole('dialog').getByText(question);
    await faq.press('Enter');
    expect(await findings(visitor)).toEqual([]);
    await context.close();
  }
});
