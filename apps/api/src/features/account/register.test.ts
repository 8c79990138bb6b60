import { randomUUID } from 'node:crypto';
import { startTestApi } from '@laurel/support/harness';
import { useEditionFolder, useTestApi } from '@laurel/support/hooks';
import { handleOf, mailsTo, newPerson, type Person, refusalOf } from '@laurel/support/people';
import { describe, expect, it, onTestFinished } from 'vitest';

const api = useTestApi();

const accounts = () => api.deps.db.account.count();
const submit = (body: unknown) => api.post('/users/register', body);

describe('POST /users/register', () => {
  it('AP-01 LG-09 creates an account and returns 201 with a request id; ignores other fields', async () => {
    const person = newPerson();
    const longAgo = '2001-01-01T00:00:00.000Z';
    const columns = {
      id: randomUUID(),
      voterId: randomUUID(),
      emailVerifiedAt: longAgo,
      createdAt: longAgo,
      totpSecret: 'AA==',
    };
    const response = await submit({ ...person, repeatPassword: person.password, admin: true, ...columns });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ success: true, data: { code: expect.stringMatching(/^[\w-]{22}$/) } });
    const account = await api.deps.db.account.findFirstOrThrow({ where: { email: person.email } });
    expect(account).toMatchObject({
      name: person.name,
      emailCanonical: person.email,
      phoneNumber: person.phoneNumber,
      language: 'en',
      emailVerifiedAt: null,
      totpSecret: null,
      createdAt: api.clock.now(),
    });
    expect([columns.id, columns.voterId]).not.toContain(account.id);
    expect([columns.id, columns.voterId]).not.toContain(account.voterId);
    expect(account.passwordHash).toMatch(/^\$argon2id\$/);
  });

  it('I18-03 sends the email code in the language of the request, and stores that language', async () => {
    const [english, ukrainian] = [newPerson(), newPerson({ name: 'Олена Пчілка' })];
    await api.post('/users/register', english, { headers: { 'accept-language': 'de, en;q=0.5' } });
    await api.post('/users/register', ukrainian, { headers: { 'accept-language': 'uk-UA, en;q=0.5' } });
    const [[enMail], [ukMail]] = [await mailsTo(api, english.email), await mailsTo(api, ukrainian.email)];
    expect(enMail?.text).toMatch(/Hello Ada[^\n]*,[\s\S]+\n +\d{6}\n/);
    expect(ukMail?.text).toMatch(/Вітаємо\.\n\nВведіть цей код на сайті[^\n]*\n\n +\d{6}\n/);
    const stored = await api.deps.db.account.findFirstOrThrow({ where: { email: ukrainian.email } });
    expect(stored.language).toBe('uk');
  });

  it('RO-03 stores the declared and the observed client data', async () => {
    const person = newPerson();
    const headers = { 'x-client-ip': '198.51.100.7', 'x-client-user-agent': 'Test/1', 'x-time-zone': 'Europe/Kyiv' };
    await api.post('/users/register', person, { headers, ip: '203.0.113.9' });
    const [hint] = await api.deps.db.$queryRaw<unknown[]>`
      SELECT event, host(observed_ip) AS observed, declared_ip, user_agent, time_zone
        FROM client_hints h JOIN accounts a ON a.id = h.account_id WHERE a.email = ${person.email}`;
    expect(hint).toEqual({
      event: 'register',
      observed: '203.0.113.9',
      declared_ip: '198.51.100.7',
      user_agent: 'Test/1',
      time_zone: 'Europe/Kyiv',
    });
  });

  const required = 'This field is required';
  // The rules of each field are tested in packages/contracts.
  it.each<[string, { [Field in keyof Person]?: string | undefined }, Record<string, string>]>([
    [
      'VA-01 VA-02 VA-03 VA-05 nothing',
      { name: undefined, email: undefined, password: undefined, phoneNumber: undefined },
      { name: required, email: required, password: required, phoneNumber: required },
    ],
    [
      'two wrong fields',
      { name: '', phoneNumber: '1' },
      { name: required, phoneNumber: 'Enter a valid phone number in international format' },
    ],
  ])('refuses %s (VA-11) with a message for each field, and stores nothing', async (_what, wrong, fields) => {
    const before = await accounts();
    const refusal = refusalOf(await submit({ ...newPerson(), ...wrong }));
    expect(refusal).toMatchObject({ status: 400, code: 'request.invalid', metadata: { fields } });
    expect(refusal.errors).toEqual(Object.values(fields));
    expect(refusal.message).toBe(refusal.errors[0]);
    expect(await accounts()).toBe(before);
  });

  it('refuses a disposable address and names the field', async () => {
    for (const email of ['ada@mailinator.com', 'ada@in.Mailinator.com']) {
      expect(refusalOf(await submit(newPerson({ email })))).toMatchObject({
        status: 400,
        code: 'account.disposable_email',
        errors: ['Disposable email addresses are not accepted'],
        metadata: { fields: { email: 'Disposable email addresses are not accepted' } },
      });
    }
  });

  it('creates no account if the number is taken', async () => {
    const first = newPerson();
    handleOf(await submit(first));
    const before = await accounts();
    // Also without its plus.
    const second = newPerson({ phoneNumber: first.phoneNumber.slice(1) });
    expect(refusalOf(await submit(second))).toMatchObject({ status: 409, code: 'account.phone_taken' });
    expect(await accounts()).toBe(before);
    expect(await mailsTo(api, second.email)).toEqual([]);
  });
});

describe('an edition with its own blocked regions', () => {
  const edition = useEditionFolder();
  it('VA-06 uses the list of the edition in place of the default', async () => {
    edition.edit('edition.yaml', /$/, "\nblockedRegions: ['48']\n");
    const other = await startTestApi({ EDITION_DIR: edition.path });
    onTestFinished(() => other.close());
    const sent = (phoneNumber: string) => other.post('/users/register', newPerson({ phoneNumber }));
    expect(refusalOf(await sent('+48123456789')).metadata).toEqual({
      fields: { phoneNumber: 'Invalid operator region' },
      fieldCodes: { phoneNumber: 'phoneRegion' },
    });
    expect((await sent('+98123456789')).statusCode).toBe(201);
  });
});
