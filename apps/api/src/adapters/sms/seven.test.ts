import { deliveryFailure } from '@laurel/support/delivery-failure';
import { SEVEN, sevenProtocol, startSmsGateway } from '@laurel/support/sms-gateway';
import { describe, expect, it } from 'vitest';
import { createSevenSender } from './seven.ts';

const sms = { id: '5d0c7d2e', to: '+380671234567', text: '482913 — ваш код.' };

describe('seven', () => {
  const OF_NUMBER = { permanent: true, unreachable: true, uncertain: false };
  const OF_MESSAGE = { permanent: true, unreachable: false, uncertain: false };
  const OF_ACCOUNT = { permanent: false, unreachable: false, uncertain: false };
  const UNKNOWN = { permanent: false, unreachable: false, uncertain: true };
  const failed = (error: string | null) => ({ success: '101', messages: [{ success: false, error, price: 0 }] });
  it.each([
    [failed('202'), 'seven: 202, the number is not valid', OF_NUMBER],
    [failed('403'), 'seven: 403, the number has had its messages of a day', OF_NUMBER],
    [failed(null), 'seven: 101', OF_ACCOUNT],
    ['305', 'seven: 305, the text is not valid', OF_MESSAGE],
    [{ success: '500' }, 'seven: 500, no money is left on the account', OF_ACCOUNT],
    ['900', 'seven: 900, the API key is wrong', OF_ACCOUNT],
    [{ success: 100 }, 'seven: 200', UNKNOWN],
    [{ status: 'sent' }, 'seven: 200', UNKNOWN],
  ])('classifies the answer %j', async (body, message, kind) => {
    const gateway = await startSmsGateway(sevenProtocol);
    gateway.refuse({ status: 200, body });
    const sender = createSevenSender({ ...SEVEN, kind: 'sms', apiRoot: `${gateway.url}/api` });
    expect(await deliveryFailure(sender.send(sms), /380671234567|482913/)).toMatchObject({ ...kind, message });
    expect(await sender.send(sms)).toEqual({ micros: 75_000, currency: 'EUR' });
    await gateway.close();
  });
});
