import { useOwner, useTestApi } from '@laurel/support/hooks';
import { handleOf, refusalOf } from '@laurel/support/people';
import { askForSms, confirmPhone, newNumber, phoneOwner, textedCode } from '@laurel/support/phones';
import { beforeEach, expect, it } from 'vitest';

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
