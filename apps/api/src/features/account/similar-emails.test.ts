import { useTestApi } from '@laurel/support/hooks';
import { mailsTo, newPerson, proveMailbox, refusalOf, register } from '@laurel/support/people';
import { describe, expect, it } from 'vitest';

const api = useTestApi({ LIMITS_REGISTER_NETWORK_HOUR: '10000', LIMITS_MAIL_NETWORK_HOUR: '10000' });

let names = 0;
/** An unused local part. */
const newName = (): string => {
  names += 1;
  return `kate.smith.${names}`;
};
const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0));
const submit = (email: string) => api.post('/users/register', newPerson({ email }));
const forgot = (login: string) => api.post('/users/forgot-password', { login });

/** Spellings of one mailbox at gmail.com. */
const spellingsOf = (name: string): string[] => [
  `${name.toUpperCase()}@GMAIL.COM`,
  `${name}+awards@gmail.com`,
  `${name.replaceAll('.', '')}@gmail.com`,
  `${name}@googlemail.com`,
  // Letters that NFKC maps to ASCII: full-width ones, the Kelvin sign.
  `${name.replace('kate', fullWidth('kate'))}@gmail.com`,
  `${name.replace('k', '\u212a')}@gmail.com`,
  `${name}@${fullWidth('gmail')}.com`,
  `${name}@gmail\u3002com`,
];

describe('another spelling of a registered address', () => {
  it('sends codes only to the proven mailbox', async () => {
    const name = newName();
    const owner = newPerson({ email: `${name}@gmail.com` });
    await proveMailbox(api, owner);
    for (const each of spellingsOf(name).slice(0, 4)) {
      const before = (await mailsTo(api, owner.email)).length;
      expect((await forgot(each)).statusCode).toBe(200);
      expect(await mailsTo(api, owner.email)).toHaveLength(before + 1);
      expect(await mailsTo(api, each)).toEqual([]);
    }
  });

  it('is recognised in punycode too', async () => {
    const name = newName();
    await register(api, newPerson({ email: `${name}@bücher.example` }));
    for (const domain of ['BÜCHER.example', 'xn--bcher-kva.example', 'bu\u0308cher.example']) {
      expect(refusalOf(await submit(`${name}@${domain}`)).code).toBe('account.email_taken');
    }
  });
});

describe('an address that only looks like a proven one', () => {
  it('does not find the account: Cyrillic and Greek letters are not Latin ones', async () => {
    const name = newName();
    const owner = newPerson({ email: `${name}@example.org` });
    await proveMailbox(api, owner);
    const before = (await mailsTo(api, owner.email)).length;
    for (const [latin, other] of [
      ['a', 'а'],
      ['e', 'е'],
      ['k', 'κ'],
      ['i', 'ı'],
    ] as const) {
      const alike = `${name.replace(latin, other)}@example.org`;
      expect((await forgot(alike)).statusCode).toBe(200);
      const login = await api.post('/users/login', { login: alike, password: owner.password });
      expect(refusalOf(login).code).toBe('login.unknown');
    }
    expect(await mailsTo(api, owner.email)).toHaveLength(before);
  });
});

describe('digits that are not ASCII', () => {
  it('are refused in numbers and codes, with the rule, and find no account', async () => {
    const ada = newPerson();
    const digits = fullWidth(ada.phoneNumber.slice(1));
    for (const phoneNumber of [digits, `+${digits}`, '+٣٨٠٦٧١٢٣٤٥٦٧']) {
      expect(refusalOf(await api.post('/users/register', newPerson({ phoneNumber })))).toMatchObject({
        metadata: { fields: { phoneNumber: 'Enter a valid phone number in international format' } },
      });
    }
    await register(api, ada);
    const login = await api.post('/users/login', { login: `+${digits}`, password: ada.password });
    expect(refusalOf(login).code).toBe('login.unknown');
    const verify = await api.post('/users/verify-email', { requestId: 'x', code: '１２３４５６' });
    expect(refusalOf(verify)).toMatchObject({ metadata: { fields: { code: 'Code must contain only digits' } } });
  });
});
