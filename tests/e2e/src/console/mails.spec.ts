import { expect } from '@playwright/test';
import { findings } from '../site/axe.ts';
import { pressEnter, test } from './fixtures.ts';

test('an organiser gives a mail words of their own, sees it in both languages, and gets a test of it', async ({
  colleague,
}) => {
  const { page } = await colleague('organiser', { width: 1440 });
  await page.getByRole('link', { name: 'Edition', exact: true }).press('Enter');
  await pressEnter(page.getByRole('button', { name: 'Edit' }).first());
  await page.getByRole('link', { name: 'Mails' }).press('Enter');
  await page.getByText('Code to confirm the email').press('Enter');
  const frame = page.frameLocator('iframe[title="The mail, English"]');
  await expect(frame.getByText('Your Meridian Awards confirmation code').first()).toBeVisible();

  const subject = page.getByLabel('Subject of the mail, optional, English').first();
  await subject.fill('Welcome: your code < 5 minutes away');
  await page.getByLabel('Subject of the mail, optional, Ukrainian').first().fill('Вітаємо: ваш код');
  await page.getByLabel('Opening words of the mail, optional, English').first().fill('Thank you for voting.');
  await page.getByLabel('Opening words of the mail, optional, Ukrainian').first().fill('Дякуємо, що голосуєте.');
  await expect(page.getByText('Saved as you type')).toBeVisible();
  await expect(frame.getByText('Welcome: your code < 5 minutes away').first()).toBeVisible();
  await expect(frame.getByText('Thank you for voting.')).toBeVisible();
  await expect(frame.getByText('123456')).toBeVisible();
  await expect(
    page.frameLocator('iframe[title="The mail, Українська"]').getByText('Дякуємо, що голосуєте.'),
  ).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await pressEnter(page.getByRole('button', { name: 'Send me a test, Українська' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your email address').fill('organiser@awards.example');
  await dialog.getByLabel('Why').fill('A look at the mail');
  expect(await findings(page)).toEqual([]);
  await pressEnter(dialog.getByRole('button', { name: 'Send' }));
  await expect(page.getByText('The test message is queued')).toBeVisible();
});
