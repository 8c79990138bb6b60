import { startTestQueue, type TestQueue } from '@laurel/support/queue';
import { type SmsGateway, startSmsGateway, TWILIO, twilioProtocol } from '@laurel/support/sms-gateway';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTwilioSender } from '../adapters/sms/twilio.ts';

let gateway: SmsGateway;
let queue: TestQueue;
beforeEach(async () => {
  gateway = await startSmsGateway(twilioProtocol);
  queue = await startTestQueue(() => ({ sms: createTwilioSender({ ...TWILIO, apiRoot: gateway.url }) }));
});
afterEach(async () => {
  await queue.close();
  await gateway.close();
});

const history = () => queue.db.message.findMany();
/** Lets the queue run everything that would be tried within the next minutes. */
const drainTries = async (): Promise<void> => {
  for (let tries = 0; tries < 3; tries += 1) {
    await queue.jobs.drain();
    await queue.hurry();
  }
};

describe('a test text message', () => {
  // This test fails when it was tried later like a message of a certain failure: Twilio sent it with each try, for an
  // hour.
  it('is sent once when the gateway has it and its answer is lost', async () => {
    gateway.refuse({ cut: 'after' });
    await queue.testSms('+380671234567');
    await drainTries();
    expect(gateway.received).toHaveLength(1);
    expect(await history()).toMatchObject([
      {
        state: 'given_up',
        givenUpWhy: 'tries',
        tries: 1,
        problem: expect.stringMatching(/^it may have arrived; twilio: /),
      },
    ]);
  });

  it('is tried again when the gateway certainly does not have it', async () => {
    gateway.refuse({ status: 429, body: { code: 20_429 } });
    await queue.testSms('+380671234567');
    await drainTries();
    expect(gateway.received).toHaveLength(1);
    expect(await history()).toMatchObject([{ state: 'sent', tries: 2 }]);
  });

  it('is sent again if an organiser asks for it', async () => {
    gateway.refuse({ cut: 'after' });
    await queue.testSms('+380671234567');
    await queue.jobs.drain();
    const [{ id } = { id: '' }] = await history();
    await queue.asOwner(`SELECT retry_message('${id}', 'Olena (console)', 'it did not arrive', now())`);
    await queue.jobs.drain();
    expect(gateway.received).toHaveLength(2);
    expect(await history()).toMatchObject([{ state: 'sent', problem: null }]);
  });
});
