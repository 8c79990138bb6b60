import { useOwner, useTestApi } from '@laurel/support/hooks';
import { handleOf, refusalOf } from '@laurel/support/people';
import { askForSms, confirmPhone, newNumber, phoneOwner, textedCode } from '@laurel/support/phones';
import { beforeEach, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { moneyOf } from '../../configuration/sms-prices.ts';
import { readAlarm, readSpending } from './spending.service.ts';

const api = useTestApi({
  PHONE_CODE_CHANNELS: 'telegram,sms,viber',
  SMS_PRICES: 'EUR 380=0.10 *=0.20 viber=0 telegram=0.01',
  PHONE_CODE_TOTAL_BUDGET: '0.75',
});
const owner = useOwner(api);
beforeEach(async () => {
  await owner.query('DELETE FROM phone_code_totals');
});

const totals = async () =>
  (await owner.query('SELECT channel, calling_code AS country, sent, proven FROM phone_code_totals ORDER BY sent DESC'))
    .rows;
const ask = async (channel: string, number = newNumber()) => askForSms(api, await phoneOwner(api, number), { channel });

it('refuses what costs more than is left, until the budget is raised; what is cheaper or free still leaves', async () => {
  await owner.query(
    `INSERT INTO phone_code_totals VALUES (edition_year(), 'sms', '44', 3, 0), (edition_year() - 1, 'sms', '44', 9, 0)`,
  );
  await ask('sms');
  const refused = await ask('sms');
  expect(refusalOf(refused)).toMatchObject({ status: 429, code: 'phone.budget' });
  const { values } = await api.deps.metrics.smsRefused.get();
  expect(values.find(({ labels }) => labels.budget === 'money')?.value).toBeGreaterThan(0);
  expect(await readAlarm(api.deps.pool, moneyOf(api.deps.config))).toEqual({
    percent: 80,
    budget: 0.75,
    currency: 'EUR',
  });
  for (let cents = 5; cents > 0; cents -= 1) expect((await ask('telegram')).statusCode).toBe(200);
  expect((await ask('telegram')).statusCode).toBe(429);
  expect((await ask('viber')).statusCode).toBe(200);
});

it('counts a number for the channel whose message came last, and takes a refund back once', async () => {
  const ada = await phoneOwner(api);
  const requestKey = handleOf(await askForSms(api, ada, { channel: 'telegram' }));
  api.clock.advance(1);
  await askForSms(api, ada, { channel: 'sms' });
  const code = await textedCode(api, ada.phoneNumber);
  expect((await confirmPhone(api, ada, { requestKey, code })).statusCode).toBe(200);
  const [telegram] = await api.deps.db.smsCharge.findMany({ where: { accountId: ada.accountId, channel: 'telegram' } });
  if (!telegram) throw new Error('no charge');
  for (let times = 0; times < 2; times += 1) await api.deps.phones.refundCharge(api.deps.db, telegram, api.clock.now());
  expect(await totals()).toEqual([
    { channel: 'sms', country: '380', sent: 1, proven: 1 },
    { channel: 'telegram', country: '380', sent: 0, proven: 0 },
  ]);
});

it('forecasts by the messages of the edition and of the last day', async () => {
  const now = new Date('2026-12-02T08:00:00Z');
  const days = (count: number): Date => after(now, count * 24 * 3_600_000);
  await owner.query(`INSERT INTO phone_code_totals VALUES (edition_year(), 'sms', '380', 100, 80)`);
  await owner.query(
    `INSERT INTO activity_hours (kind, hour, count) VALUES ('sms_sent', $1, 60), ('sms_sent', $2, 40), ('votes', $2, 7)`,
    [days(-2), days(-0.5)],
  );
  const { forecast } = await readSpending(api.deps.pool, moneyOf(api.deps.config), days(1), now);
  expect(forecast).toEqual({ low: 4_000_000, high: 5_000_000 });
  await owner.query('DELETE FROM activity_hours');
});
