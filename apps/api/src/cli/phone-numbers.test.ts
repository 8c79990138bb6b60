import { laurelOver } from '@laurel/support/cli';
import { useTestApi } from '@laurel/support/hooks';
import { type PhoneOwner, phoneOwner } from '@laurel/support/phones';
import { describe, expect, it } from 'vitest';
import { after } from '../clock.ts';
import { checkPhoneNumbers } from './phone-numbers.ts';

const api = useTestApi();

const laurel = (argv: string[]) => laurelOver(api, { DATABASE_MIGRATE_URL: api.migrateUrl })(argv);
const numberOf = async ({ accountId }: PhoneOwner): Promise<string | null> =>
  (await api.deps.db.account.findUniqueOrThrow({ where: { id: accountId } })).phoneNumber;
const isVerified = async ({ token }: PhoneOwner): Promise<boolean> =>
  (await api.get('/users/check-phone', { token })).statusCode === 200;
/** An account whose number an earlier release stored and verified as typed. */
const proven = async (typed: string, verifiedAt: Date): Promise<PhoneOwner> => {
  const person = await phoneOwner(api, typed);
  const { accountId } = person;
  const phoneHash = api.deps.fingerprint('phone', typed);
  await api.deps.db.phoneVerification.create({ data: { accountId, phoneHash, verifiedAt } });
  return person;
};
const audited = (): Promise<{ subject: string }[]> =>
  api.deps.db.auditEntry.findMany({ where: { action: 'phone.respell' }, select: { subject: true } });

describe('laurel migrate, over numbers that an earlier release kept as typed', () => {
  it('normalises numbers, and reports two accounts with one number without changing them', async () => {
    const now = api.clock.now();
    const ada = await proven('+3800501112233', now);
    const unproven = await phoneOwner(api, '+5215512345678');
    const fine = await proven('+380671112233', now);
    const [bob, eve] = [await proven('+380501110000', now), await proven('+3800501110000', now)];
    // Both are spelled differently. The account that verified it first keeps the number.
    const [second, first] = [await proven('+52015598765432', now), await proven('+5215598765432', after(now, -1_000))];

    const ran = await laurel(['migrate']);
    expect(ran.code).toBe(0);
    expect(ran.lines.at(-1)).toBe('Phone numbers: 3 were normalised. "laurel audit show" lists the accounts.');
    const both = (one: PhoneOwner, other: PhoneOwner): string =>
      `The accounts ${one.accountId} and ${other.accountId} proved one phone number in two spellings. Nothing was changed: see "laurel voters show" for both.`;
    expect(ran.problems.toSorted()).toEqual([both(eve, bob), both(second, first)].toSorted());
    for (const [person, number, verified = true] of [
      [ada, '+380501112233'],
      [unproven, '+525512345678', false],
      [fine, '+380671112233'],
      [bob, '+380501110000'],
      [eve, '+3800501110000'],
      [first, '+525598765432'],
      [second, '+52015598765432'],
    ] as const) {
      expect([await numberOf(person), await isVerified(person)]).toEqual([number, verified]);
    }
    const subjects = [ada, unproven, first].map(({ accountId }) => `account ${accountId}`);
    expect((await audited()).map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());
    const live = await api.deps.db.phoneVerification.findFirstOrThrow({
      where: { accountId: ada.accountId, revokedAt: null },
    });
    expect(Buffer.from(live.phoneHash)).toEqual(Buffer.from(api.deps.fingerprint('phone', '+380501112233')));
    expect(live.verifiedAt).toEqual(now);

    const again = await laurel(['migrate']);
    expect(again.lines.join()).not.toContain('Phone numbers');
    expect(again.problems).toHaveLength(2);
    expect(await audited()).toHaveLength(3);

    const found = await checkPhoneNumbers(api.deps.db);
    expect(found.detail).toMatch(/^2 in another spelling than their one, first that of account [\da-f-]{36}$/);
    expect(found).toMatchObject({ ok: false, advice: expect.not.stringMatching(/\+\d{9}/) });
  });

  it('reports a changed DATA_KEY, and changes nothing', async () => {
    const eve = await proven('+3800501119999', api.clock.now());
    const other = laurelOver(api, {
      DATABASE_MIGRATE_URL: api.migrateUrl,
      DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    const ran = await other(['migrate']);
    expect(ran.code).toBe(0);
    expect(ran.problems.join()).toMatch(/phone numbers keep their old spelling: DATA_KEY does not open/);
    expect(await numberOf(eve)).toBe('+3800501119999');
  });
});
