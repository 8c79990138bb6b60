import { useTestApi } from '@laurel/support/hooks';
import { lockWaits } from '@laurel/support/lock-waits';
import {
  handleOf,
  logIn,
  mailedCode,
  newPerson,
  type Person,
  proveMailbox,
  refusalOf,
  register,
} from '@laurel/support/people';
import { describe, expect, it } from 'vitest';
import { prune } from './upkeep.ts';

const DAY_MS = 24 * 60 * 60_000;

const api = useTestApi();

const exists = async ({ email }: Person): Promise<boolean> =>
  (await api.deps.db.account.count({ where: { email } })) > 0;
const upkeep = (): Promise<void> => prune(api.deps.db, api.clock.now());

describe('an account with an unproven mailbox', () => {
  it('is deleted after a week with its dependent rows, and frees its address and number', async () => {
    const [squatted, proven] = [newPerson(), newPerson()];
    await register(api, squatted);
    await proveMailbox(api, proven);
    api.clock.advance(7 * DAY_MS - 1);
    await upkeep();
    expect(await exists(squatted)).toBe(true);
    api.clock.advance(1);
    await upkeep();
    expect([await exists(squatted), await exists(proven)]).toEqual([false, true]);
    expect(refusalOf(await logIn(api, squatted)).code).toBe('login.unknown');
    await register(api, squatted);
  });

  it('stays while it has an unexpired code', async () => {
    const late = newPerson();
    await register(api, late);
    api.clock.advance(8 * DAY_MS);
    const requestId = handleOf(await api.post('/users/resend-email-code', { login: late.email }));
    await upkeep();
    const code = await mailedCode(api, late.email);
    expect((await api.post('/users/verify-email', { requestId, code })).statusCode).toBe(200);
    api.clock.advance(8 * DAY_MS);
    await upkeep();
    expect(await exists(late)).toBe(true);
  });

  it('stays when it is proven while it is being deleted', async () => {
    // Fails (the account is gone) if the conditions are not checked again under the row's lock.
    const late = newPerson();
    await register(api, late);
    api.clock.advance(8 * DAY_MS);
    const { db, transact } = api.deps;
    let deleting: Promise<void> | undefined;
    let isOver = false;
    await transact(async (tx) => {
      await tx.account.updateMany({ where: { email: late.email }, data: { emailVerifiedAt: api.clock.now() } });
      deleting = upkeep().finally(() => {
        isOver = true;
      });
      await expect.poll(async () => isOver || (await lockWaits(db)) > 0).toBe(true);
    });
    await deleting;
    expect(await exists(late)).toBe(true);
  });
});
