import {
  addSecondFactor,
  passkeyOptions,
  passkeyProofOptions,
  renewBackupCodes,
  verifyOtp,
} from '@laurel/contracts/calls/account';
import { listPasskeys, removePasskey } from '@laurel/contracts/calls/passkeys';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { ok, serveCall } from '../../http/call.ts';
import { clientOf } from '../../http/client.ts';
import { setDeviceCookie } from '../../http/device-cookie.ts';
import type { Gate } from '../../http/gate.ts';
import { setSetupCookie, setupTokenOf } from '../../http/setup-cookie.ts';
import type { Proof, SecondFactor, TwoFactor } from './port.ts';
import type { TwoFactorService } from './service.ts';

type Deps = {
  twoFactor: Omit<TwoFactorService, keyof TwoFactor>;
  gate: Gate;
  clock: Clock;
  publicUrl: string;
};

type ProofBody = z.output<typeof renewBackupCodes.body>;

/** The factor of a valid body, which has one. */
const factorOf = ({ otpCode, backupCode = '', passkey }: ProofBody): SecondFactor => {
  if (otpCode !== undefined) return { otpCode };
  return passkey === undefined ? { backupCode } : { passkey };
};

/** The calls under /users that set second factors up, prove, list and remove them. */
export const registerTwoFactorRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { twoFactor, gate, clock, publicUrl } = deps;
  serveCall(app, verifyOtp, async ({ body }, request, reply) => {
    const { requestKey, otpCode = body.code } = body;
    const factor = factorOf({ ...body, otpCode });
    const attempt = { requestKey, factor, client: clientOf(request), now: clock.now() };
    const { deviceToken, ...data } = await twoFactor.verifyOtp(attempt);
    setDeviceCookie(reply, deviceToken, publicUrl);
    return ok(data);
  });
  serveCall(app, passkeyOptions, async ({ body: { requestKey } }, request) => {
    const by = { requestKey, network: clientOf(request).network };
    return ok({ options: await twoFactor.passkeyOptions(by, clock.now()) });
  });
  serveCall(app, passkeyProofOptions, async (_input, request) => {
    const now = clock.now();
    const { userId: accountId } = await gate.require(request.headers.authorization, now);
    return ok({ options: await twoFactor.passkeyOptions({ accountId }, now) });
  });
  const proofOf = async (body: ProofBody, request: FastifyRequest): Promise<Proof> => {
    const now = clock.now();
    const { userId: accountId } = await gate.require(request.headers.authorization, now);
    return { accountId, factor: factorOf(body), network: clientOf(request).network, now };
  };
  serveCall(app, addSecondFactor, async ({ body }, request, reply) => {
    const setupToken = setupTokenOf(request, publicUrl);
    const setup = await twoFactor.addFactor(await proofOf(body, request), setupToken);
    setSetupCookie(reply, setupToken, publicUrl);
    return ok(setup);
  });
  serveCall(app, listPasskeys, async (_input, request) => {
    const { userId } = await gate.require(request.headers.authorization, clock.now());
    return ok({ passkeys: await twoFactor.passkeysOf(userId) });
  });
  serveCall(app, removePasskey, async ({ body }, request) => {
    await twoFactor.removePasskey(await proofOf(body, request), body.id, clientOf(request).language);
    return ok({ removed: true } as const);
  });
  serveCall(app, renewBackupCodes, async ({ body }, request) =>
    ok({ backupCodes: await twoFactor.renewBackupCodes(await proofOf(body, request)) }),
  );
};
