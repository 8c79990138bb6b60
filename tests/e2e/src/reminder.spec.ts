import { inboxMessageSchema } from '@laurel/contracts/dev-inbox';
import { findEmbedded } from '@laurel/database/embedded';
import { onConnection } from '@laurel/support/connection';
import { until } from '@laurel/support/until';
import { z } from 'zod';
import { openAccount } from './site/account.ts';
import { passServerTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { enterBackupCode, submitLogin } from './site/log-in.ts';

test.use({
  schedule: { opensIn: -24, closesIn: 200, announcedIn: 300, visibility: 'live', rules: ['reminders: on'] },
});

test('the link of a reminder opens the step at which somebody stopped, in another browser after the login', async ({
  page,
  site,
}) => {
  const { person, backupCodes } = await openAccount(site.origin, { phone: true });
  await passServerTime(site.origin, 61 * 60_000);
  const url = findEmbedded(site.dataDir)?.migrateUrl ?? '';
  // The job that a minute's cron adds.
  await onConnection(url, (owner) => owner.query(`SELECT graphile_worker.add_job('remind')`));
  const link = await until('the reminder', async () => {
    const mails = z.array(inboxMessageSchema).parse(await (await fetch(`${site.origin}/dev/inbox.json`)).json());
    const mail = mails.find(({ to, subject }) => to === person.email && subject?.includes('not voted yet'));
    return /\S+\?resume=\S+/.exec(mail?.text ?? '')?.[0];
  });
  await page.goto(link);
  const dialog = page.getByRole('dialog');
  await submitLogin(dialog, person.password, person.email);
  await enterBackupCode(dialog, backupCodes[0]);
  await expect(dialog.getByRole('tab', { name: 'Instagram' })).toBeVisible();
  expect(page.url()).not.toContain('resume');
});
