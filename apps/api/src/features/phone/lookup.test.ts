import type { TestApi } from '@laurel/support/harness';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { eraseAccount, handleOf } from '@laurel/support/people';
import { askForSms, confirmPhone, type PhoneOwner, phoneOwner, textedCode } from '@laurel/support/phones';
import { startSmsGateway, TWILIO, twilioProtocol } from '@laurel/support/sms-gateway';
import { afterAll, describe, expect, it } from 'vitest';

const lines: string[] = [];
const gateway = await startSmsGateway(twilioProtocol);
afterAll(() => gateway.close());
const on = useTestApi(
  {
    LOG_LEVEL: 'warn',
    NUMBER_LOOKUP_PROVIDER: 'twilio',
    NUMBER_LOOKUP_API_ROOT: gateway.url,
    TWILIO_ACCOUNT_SID: TWILIO.accountSid,
    TWILIO_AUTH_TOKEN: TWILIO.authToken,
  },
  (line) => lines.push(line),
);
const off = useTestApi();
const owner = useOwner(on);

const proven = async (api: TestApi, phoneNumber?: string): Promise<PhoneOwner> => {
  const person = await phoneOwner(api, phoneNumber);
  const requestKey = handleOf(await askForSms(api, person));
  const code = await textedCode(api, person.phoneNumber);
  expect((await confirmPhone(api, person, { requestKey, code })).statusCode).toBe(200);
  return person;
};
/** Runs the queue, and says what was noted of a person, and how many calls that took. */
const lookedUp = async ({ accountId }: PhoneOwner): Promise<{ carriers: unknown[]; calls: number }> => {
  const before = gateway.calls();
  await on.deps.jobs.drain();
  const { rows } = await owner.query('SELECT kind, value FROM account_traits WHERE account_id = $1', [accountId]);
  return { carriers: rows, calls: gateway.calls() - before };
};

describe('the kind of a confirmed number', () => {
  it('is asked for outside of the request, once, and only its kind is noted', async () => {
    const before = gateway.calls();
    const ada = await proven(on, '+380442345678');
    expect(gateway.calls()).toBe(before);
    const { rows: jobs } = await owner.query(
      `SELECT j.queue_name, j.max_attempts, p.payload FROM graphile_worker.jobs j JOIN graphile_worker._private_jobs p USING (id)
        WHERE j.task_identifier = 'look_up_number'`,
    );
    // One after another, and without the number.
    expect(jobs).toEqual([{ queue_name: 'look_up_number', max_attempts: 3, payload: { account: ada.accountId } }]);
    expect(await lookedUp(ada)).toEqual({ carriers: [{ kind: 'carrier', value: 'landline' }], calls: 1 });
    expect(await lookedUp(ada)).toMatchObject({ calls: 0 });
  });

  it('stays unknown when the provider fails, which is logged as a code and not tried again', async () => {
    const ada = await proven(on);
    gateway.refuse({ status: 429, body: { code: 20429 } });
    expect(await lookedUp(ada)).toEqual({ carriers: [{ kind: 'carrier', value: 'unknown' }], calls: 1 });
    expect(await owner.query('SELECT FROM graphile_worker.jobs WHERE last_error IS NOT NULL')).toMatchObject({
      rowCount: 0,
    });
    expect(lines.join('')).toContain('twilio look-up: 429 20429');
    expect(lines.join('')).not.toContain(ada.phoneNumber.slice(1));
  });

  it('of a person who was erased meanwhile is not asked for', async () => {
    const ada = await proven(on);
    await eraseAccount(on, ada.accountId);
    expect(await lookedUp(ada)).toEqual({ carriers: [], calls: 0 });
  });

  it('is not asked for by default', async () => {
    await proven(off);
    expect(
      await off.deps.db.$queryRaw`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'look_up_number'`,
    ).toEqual([]);
  });
});
