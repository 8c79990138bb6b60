import type { Page } from '@playwright/test';
import { openMissingStep } from './site/ballot.ts';
import { holdClock, passTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { enter, newMember } from './site/member.ts';
import { ignoreRefusals, storedIn } from './site/refusals.ts';
import { timeAt } from './site/voter.ts';
import { english as words } from './site/words.ts';

const MINUTE_MS = 60_000;
const RESEND = 'Send the code again';

/** Tries to vote, which opens the missing step: the phone. */
const openPhoneStep = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await openMissingStep(page, words);
  await expect(dialog.getByRole('heading', { name: 'Confirm your phone' })).toBeVisible();
};

test('MD-06 PH-01 PH-02 PH-03 PH-04 ER-11 one code at a time: a countdown, a reload, the code again, a pasted one', {
  tag: '@journey',
}, async ({ page, site, consoleErrors }) => {
  const { person, client, ...member } = await newMember(site.origin, 'Joan Clarke');
  const dialog = page.getByRole('dialog');
  const timer = dialog.getByRole('timer');
  const resend = dialog.getByRole('button', { name: RESEND });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await holdClock(page);
  await enter(page, member);
  await openPhoneStep(page);
  await dialog.getByRole('button', { name: words.send }).click();
  await expect(dialog.getByText('We sent the code.')).toBeVisible();
  await expect(dialog.getByText(words.nextAttempt)).toBeVisible();
  await expect(timer).toHaveText(/^0[12]:[0-5]\d$/);
  await expect(resend).toHaveCount(0);
  const first = (await storedIn(page)).requestKey;
  expect(first).toBeTruthy();

  // After a reload: the same step, the same countdown, and no second request.
  await passTime(page, MINUTE_MS);
  await page.reload();
  await expect(dialog.getByRole('heading', { name: 'Enter the code from the SMS' })).toBeVisible();
  await expect(timer).toHaveText(/^0[01]:[0-5]\d$/);
  await expect(resend).toHaveCount(0);

  // After the cooldown the old key is removed before the request.
  await passTime(page, MINUTE_MS);
  let keyAtRequest: unknown = 'never asked';
  await page.route('**/api/users/request-phone-verify', async (route) => {
    keyAtRequest = (await storedIn(page)).requestKey;
    await route.continue();
  });
  const since = await timeAt(site.origin);
  await resend.click();
  await expect(dialog.getByText('We sent the code.')).toBeVisible();
  expect(keyAtRequest).toBeUndefined();
  // The code that is open was sent again, so that a message which comes late is right, too.
  expect((await storedIn(page)).requestKey).toBe(first);

  const input = dialog.getByLabel(words.smsCode, { exact: true });
  await expect(input).toHaveAttribute('autocomplete', 'one-time-code');
  await input.pressSequentially('1a2');
  await expect(input).toHaveValue('12');
  await input.fill('');
  const code = await client.codeSentTo(person.phoneNumber, since);
  const asked = page.waitForRequest('**/api/users/info');
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)}-${code.slice(3)}`);
  await input.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await asked;
  await expect(dialog.getByText('Your phone is confirmed.')).toBeVisible();
  expect((await storedIn(page)).requestKey).toBeUndefined();
  ignoreRefusals(consoleErrors);
});
