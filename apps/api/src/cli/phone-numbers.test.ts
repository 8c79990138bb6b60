import { laurelOver } from '@laurel/support/cli';
import { useTestApi } from '@laurel/support/hooks';
import { type PhoneOwner, phoneOwner } from '@laurel/support/phones';
import { describe, expect, it } from 'vitest';
import { after } from '../clock.ts';

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
    expect(ran.problems.toSorted()).toEqual(
      [
        [eve, bob],
        [second, first],
      ]
        .map(
          ([one, other]) =>
            `The accounts ${one?.accountId} and ${other?.accountId} proved one phone number in two spellings. Nothing was changed: see "laurel voters show" for both.`,
        )
        .toSorted(),
    );
    expect(await Promise.all([ada, unproven, fine, bob, eve, first, second].map(numberOf))).toEqual([
      '+380501112233',
      '+525512345678',
      '+380671112233',
      '+380501110000',
      '+3800501110000',
      '+525598765432',
      '+52015598765432',
    ]);
    expect(await Promise.all([ada, unproven, fine, bob, eve, first, second].map(isVerified))).toEqual([
      true,
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
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

    const doctor = await laurel(['doctor']);
    expect(doctor.text()).toMatch(
      /PROBLEM {2}phone numbers {2}2 in another spelling than their one, first that of account /,
    );
    expect(doctor.text()).not.toMatch(/\+\d{9}/);
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
