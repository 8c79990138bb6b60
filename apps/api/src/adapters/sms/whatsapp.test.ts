import { deliveryFailure } from '@laurel/support/delivery-failure';
import { startSmsGateway, WHATSAPP, whatsAppProtocol } from '@laurel/support/sms-gateway';
import { describe, expect, it } from 'vitest';
import { createWhatsAppSender } from './whatsapp.ts';

const sms = { id: '5d0c7d2e', to: '+380671234567', text: '482913 is your code.' };
const failureOf = (url: string, code?: string) =>
  deliveryFailure(createWhatsAppSender({ ...WHATSAPP, apiRoot: url }).send({ ...sms, code }), /380671234567|482913/);

describe('WhatsApp', () => {
  it.each([
    [400, 131_026, true],
    [400, 132_001, false],
    [400, 131_056, false],
    [401, 190, false],
  ])('classifies HTTP %i with the code %i', async (status, code, permanent) => {
    const gateway = await startSmsGateway(whatsAppProtocol);
    gateway.refuse({ status, body: { error: { code, message: 'refused +380671234567' } } });
    const failure = await failureOf(gateway.url, '482913');
    expect(failure).toMatchObject({ permanent, unreachable: permanent, message: `whatsapp: ${status} ${code}` });
    await gateway.close();
  });

  it('sends no other text', async () => {
    expect(await failureOf('http://127.0.0.1:1')).toMatchObject({ permanent: true });
  });
});
