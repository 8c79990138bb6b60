import { useTestApi } from '@laurel/support/hooks';
import {
  authenticatorCode,
  logIn,
  mailedCode,
  newPerson,
  refusalOf,
  register,
  setupOf,
  tokenOf,
} from '@laurel/support/people';
import { describe, expect, it } from 'vitest';

const api = useTestApi();

const ballot = () => {
  const [nomination] = api.deps.edition.nominations;
  const [category] = nomination?.categories ?? [];
  return { nomination: nomination?.tag, niche: category?.tag, vote: category?.companies[0]?.tag };
};
const vote = (token?: string) => api.post('/vote', ballot(), token === undefined ? {} : { token });
const votes = () => api.deps.db.vote.count();
const accountIdOf = (token: string) => api.deps.tokens.verify(token, api.clock.now()).accountId;
const hashOf = (text: string) => new Uint8Array(api.deps.fingerprint('phone', text));

const UNVERIFIED_PHONE = 'No phone verification record for this user';
const UNVERIFIED_SOCIAL = 'No social verification record for this user';

describe('the sign-up journey', () => {
  it('US-01 US-02 AP-01 AP-02 AP-03 AP-04 AP-06 passes through six states, of which only the last may vote', async () => {
    const ada = newPerson();

    // Not logged in.
    expect(refusalOf(await api.get('/users/info')).code).toBe('auth.required');
    expect(refusalOf(await vote()).code).toBe('auth.required');

    // Email unverified.
    const requestId = await register(api, ada);
    expect(refusalOf(await logIn(api, ada))).toMatchObject({
      code: 'login.email_unverified',
      data: { code: requestId },
    });

    // Two-factor not set up.
    const code = await mailedCode(api, ada.email);
    const proven = await api.post('/users/verify-email', { requestId, code });
    expect(proven.json()).toMatchObject({ metadata: { action: 'link_google_authenticator' } });
    expect((await logIn(api, ada)).json()).toMatchObject({ metadata: { action: 'link_google_authenticator' } });

    // Phone unverified.
    const { requestKey, qrCode } = setupOf(proven);
    const otpCode = authenticatorCode(qrCode, api.clock.now());
    const token = tokenOf(await api.post('/users/verify-otp', { requestKey, otpCode }));
    const { name, email, phoneNumber } = ada;
    const info = async () => (await api.get('/users/info', { token })).json();
    const verifications = (phone: boolean, instagram: boolean, telegram: boolean) => [
      { type: 'PHONE', verified: phone },
      { type: 'INSTAGRAM_SUBSCRIPTION', verified: instagram },
      { type: 'TELEGRAM_SUBSCRIPTION', verified: telegram },
    ];
    expect(await info()).toEqual({
      success: true,
      data: { name, email, phoneNumber, verifications: verifications(false, false, false) },
    });
    expect(refusalOf(await vote(token))).toMatchObject({
      status: 403,
      errors: [UNVERIFIED_PHONE, UNVERIFIED_SOCIAL],
      metadata: { phoneVerified: false, socialVerified: false },
    });

    // Social not verified.
    const accountId = accountIdOf(token);
    const verifiedAt = api.clock.now();
    await api.deps.db.phoneVerification.create({ data: { accountId, phoneHash: hashOf(phoneNumber), verifiedAt } });
    expect((await info()).data.verifications).toEqual(verifications(true, false, false));
    expect(refusalOf(await vote(token))).toMatchObject({ status: 403, errors: [UNVERIFIED_SOCIAL] });
    expect(await votes()).toBe(0);

    // Fully verified.
    const provider = 'TELEGRAM_SUBSCRIPTION';
    await api.deps.db.socialLink.create({ data: { accountId, provider, subjectHash: hashOf('ada'), verifiedAt } });
    expect((await info()).data.verifications).toEqual(verifications(true, false, true));
    expect((await vote(token)).statusCode).toBe(201);
    expect(await votes()).toBe(1);

    // A withdrawn verification does not count.
    await api.deps.db.socialLink.updateMany({ where: { accountId }, data: { revokedAt: api.clock.now() } });
    expect((await info()).data.verifications).toEqual(verifications(true, false, false));
  });
});

describe('a visitor', () => {
  it('RO-04 sees the edition and the statistics without a token, and with a bad one', async () => {
    for (const options of [{}, { token: 'x' }]) {
      expect((await api.get('/edition', options)).statusCode).toBe(200);
      expect((await api.get('/vote/statistics', options)).json()).toEqual(expect.any(Array));
    }
  });
});
