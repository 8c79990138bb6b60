import { renewBackupCodes, verifyOtp } from '@laurel/contracts/calls/account';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { ok, serveCall } from '../../http/call.ts';
import { clientOf } from '../../http/client.ts';
import { setDeviceCookie } from '../../http/device-cookie.ts';
import type { Gate } from '../../http/gate.ts';
import type { SecondFactor } from './port.ts';
import type { TwoFactorService } from './service.ts';

type Deps = {
  twoFactor: Pick<TwoFactorService, 'verifyOtp' | 'renewBackupCodes'>;
  gate: Gate;
  clock: Clock;
  publicUrl: string;
};

/** The factor of a valid body, which has one. */
const factorOf = (otpCode: string | undefined, backupCode = ''): SecondFactor =>
  otpCode === undefined ? { backupCode } : { otpCode };

/** POST /users/verify-otp and POST /users/backup-codes. */
export const registerTwoFactorRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { twoFactor, gate, clock, publicUrl } = deps;
  serveCall(app, verifyOtp, async ({ body }, request, reply) => {
    const { requestKey, otpCode = body.code, backupCode } = body;
    const factor = factorOf(otpCode, backupCode);
    const attempt = { requestKey, factor, client: clientOf(request), now: clock.now() };
    const { deviceToken, ...data } = await twoFactor.verifyOtp(attempt);
    setDeviceCookie(reply, deviceToken, publicUrl);
    return ok(data);
  });
  serveCall(app, renewBackupCodes, async ({ body }, request) => {
    const now = clock.now();
    const { userId: accountId } = await gate.require(request.headers.authorization, now);
    const factor = factorOf(body.otpCode, body.backupCode);
    const backupCodes = await twoFactor.renewBackupCodes({
      accountId,
      factor,
      network: clientOf(request).network,
      now,
    });
    return ok({ backupCodes });
  });
};
