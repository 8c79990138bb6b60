import { useTestApi } from '@laurel/support/hooks';
import { mailsTo, newPerson, refusalOf } from '@laurel/support/people';
import { askForSms, confirmPhone, phoneOwner, smsTo, textedCode } from '@laurel/support/phones';
import { describe, expect, it } from 'vitest';

const YEAR_MS = 365 * 24 * 60 * 60_000;

const api = useTestApi();

const provenOwner = async () => {
  const ada = await phoneOwner(api);
  const requestKey = (await askForSms(api, ada)).json().data.code;
  await confirmPhone(api, ada, { requestKey, code: await textedCode(api, ada.phoneNumber) });
  return ada;
};

describe('the next owner of a number that a voter has proven', () => {
  it('can’t verify it for a second account at any later time, and gets no message', async () => {
    const ada = await provenOwner();
    api.clock.advance(YEAR_MS);
    const { phoneNumber } = ada;
    expect(refusalOf(await api.post('/users/register', newPerson({ phoneNumber }))).code).toBe('account.phone_taken');
    const next = await phoneOwner(api);
    expect(refusalOf(await askForSms(api, next, { phoneNumber })).code).toBe('account.phone_taken');
    expect(await smsTo(api, phoneNumber)).toHaveLength(1);
  });

  it('can’t get into the voter’s account: codes for a new password are sent only by mail', async () => {
    const ada = await provenOwner();
    const { email } = await api.deps.db.account.findUniqueOrThrow({ where: { id: ada.accountId } });
    const asked = await api.post('/users/forgot-password', { login: ada.phoneNumber });
    expect(asked.statusCode).toBe(200);
    expect(await mailsTo(api, email ?? '')).toHaveLength(1);
    expect(await smsTo(api, ada.phoneNumber)).toHaveLength(1);
  });
});
