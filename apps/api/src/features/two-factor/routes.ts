import { verifyOtp } from '@laurel/contracts/calls/account';
import type { FastifyInstance } from 'fastify';
import { ok, serveCall } from '../../lib/call.ts';
import { clientOf } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { setDeviceCookie } from '../../lib/device-cookie.ts';
import type { SecondFactor } from '../../lib/identity.ts';
import type { TwoFactorRoom } from './service.ts';

type Given = { twoFactor: Pick<TwoFactorRoom, 'verifyOtp'>; clock: Clock; publicUrl: string };

/** POST /users/verify-otp. */
export const registerTwoFactorRoutes = (app: FastifyInstance, { twoFactor, clock, publicUrl }: Given): void => {
  serveCall(app, verifyOtp, async ({ body }, request, reply) => {
    const { requestKey, otpCode = body.code, backupCode = '' } = body;
    const factor: SecondFactor = otpCode === undefined ? { backupCode } : { otpCode };
    const attempt = { requestKey, factor, client: clientOf(request), now: clock.now() };
    const { deviceToken, ...data } = await twoFactor.verifyOtp(attempt);
    setDeviceCookie(reply, deviceToken, publicUrl);
    return ok(data);
  });
};
