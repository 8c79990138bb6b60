import { deliveryFailure } from '@laurel/support/delivery-failure';
import { startSmsGateway, TWILIO, twilioProtocol } from '@laurel/support/sms-gateway';
import { afterAll, expect, it } from 'vitest';
import { createTwilioLookup } from './twilio.ts';

const MOBILE = '+380671234567';
const gateway = await startSmsGateway(twilioProtocol);
afterAll(() => gateway.close());
const carrierOf = createTwilioLookup({ ...TWILIO, apiRoot: gateway.url });

it.each([
  [MOBILE, 'mobile'],
  ['+380442345678', 'landline'],
  ['+14159929960', 'voip'],
  ['+12025550147', 'voip'],
  ['+18005550199', 'unknown'],
])('Twilio Lookup says of %s: %s', async (number, carrier) => {
  expect(await carrierOf(number)).toBe(carrier);
});

it.each([
  [MOBILE, [{ status: 429, body: { code: 20429 } }], 'twilio look-up: 429 20429'],
  [MOBILE, [{ status: 503, body: '<html>' }], 'twilio look-up: 503'],
  [MOBILE, [{ cut: 'before' }], 'twilio look-up: no answer'],
  ['+16135550185', [], 'twilio look-up: 200 60601'],
] as const)(
  'a look-up of %s fails after %j with a code, and without the number: %s',
  async (number, refusals, reason) => {
    gateway.refuse(...refusals);
    expect((await deliveryFailure(carrierOf(number), /671234567|6135550185|twilio-token/)).message).toContain(reason);
  },
);
