import { deliveryFailure } from '@laurel/support/delivery-failure';
import { startSmsGateway, TURBOSMS, turboSmsProtocol } from '@laurel/support/sms-gateway';
import { describe, expect, it } from 'vitest';
import { createTurboSmsSender } from './turbosms.ts';

const sms = { id: '5d0c7d2e', to: '+380671234567', text: '482913 — ваш код.' };

describe('TurboSMS', () => {
  const OF_NUMBER = { permanent: true, unreachable: true, uncertain: false };
  const OF_ACCOUNT = { permanent: false, unreachable: false, uncertain: false };
  const UNKNOWN = { permanent: false, unreachable: false, uncertain: true };
  it.each([
    [305, 'INVALID_PHONE', OF_NUMBER],
    [404, 'NOT_ALLOWED_NUMBER_STOPLIST', OF_NUMBER],
    [406, 'NOT_ALLOWED_RECIPIENT_COUNTRY', OF_NUMBER],
    [203, 'REQUIRED_BALANCE', OF_ACCOUNT],
    [401, 'NOT_ALLOWED_MESSAGE_SENDER', OF_ACCOUNT],
    [999, 'FATAL_ERROR', UNKNOWN],
    [0, 'OK', UNKNOWN],
  ])('classifies the result %i %s', async (code, status, kind) => {
    const gateway = await startSmsGateway(turboSmsProtocol);
    const result = { response_code: code, response_status: status };
    const partial = { response_code: 802, response_status: 'SUCCESS_MESSAGE_PARTIAL_ACCEPTED' };
    const body = kind.permanent ? { ...partial, response_result: [result] } : { ...result, response_result: null };
    gateway.refuse({ status: 200, body });
    const failure = await deliveryFailure(
      createTurboSmsSender({ ...TURBOSMS, kind: 'sms', apiRoot: gateway.url }).send(sms),
      /380671234567|482913/,
    );
    expect(failure).toMatchObject({ ...kind, message: `turbosms: ${code} ${status}` });
    await gateway.close();
  });
});
