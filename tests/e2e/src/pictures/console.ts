import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../console/fixtures.ts';

const images = join(import.meta.dirname, '../../../../docs/images');

test('the console on the night of the demo', async ({ colleague, desk }) => {
  const { page } = await colleague('owner', { width: 1440, height: 900, named: 'Olena' });
  await page.goto(`${desk.origin}/tonight`);
  await expect(page.getByText('People who voted')).toBeVisible();
  // The chart is drawn after its numbers.
  await expect(page.locator('canvas')).toBeVisible();
  await page.screenshot({ path: join(images, 'console-tonight.png') });

  await page.getByRole('link', { name: 'See why' }).click();
  await expect(page.getByRole('heading', { name: 'What they change' })).toBeVisible();
  await page.screenshot({ path: join(images, 'console-suspicious.png') });

  await page.goto(`${desk.origin}/exclusions/new`);
  await page.getByLabel('Networks').fill('203.0.113.0/24');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'What applying it would change' });
  await expect(preview.getByText('votes out of the count')).toBeVisible();
  await preview.screenshot({ path: join(images, 'console-exclusion.png') });
});
