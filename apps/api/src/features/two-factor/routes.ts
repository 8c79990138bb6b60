import { verifyOtp } from '@laurel/contracts/calls/account';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { ok, serveCall } from '../../http/call.ts';
import { clientOf } from '../../http/client.ts';
import { setDeviceCookie } from '../../http/device-cookie.ts';
import type { SecondFactor } from './port.ts';
import type { TwoFactorService } from './service.ts';

type Deps = { twoFactor: Pick<TwoFactorService, 'verifyOtp'>; clock: Clock; publicUrl: string };

/** POST /users/verify-otp. */
export const registerTwoFactorRoutes = (app: FastifyInstance, { twoFactor, clock, publicUrl }: Deps): void => {
  serveCall(app, verifyOtp, async ({ body }, request, reply) => {
    const { requestKey, otpCode = body.code, backupCode = '' } = body;
    const factor: SecondFactor = otpCode === undefined ? { backupCode } : { otpCode };
    const attempt = { requestKey, factor, client: clientOf(request), now: clock.now() };
    const { deviceToken, ...data } = await twoFactor.verifyOtp(attempt);
    setDeviceCookie(reply, deviceToken, publicUrl);
    return ok(data);
  });
};
