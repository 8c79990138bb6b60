import {
  checkPhone,
  confirmPhoneVerify,
  requestPhoneContact,
  requestPhoneVerify,
  requestPhoneVerifySchemaFor,
} from '@laurel/contracts/calls/verification';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../clock.ts';
import { ok, serveCall } from '../../http/call.ts';
import { clientOf } from '../../http/client.ts';
import type { Gate } from '../../http/gate.ts';
import type { Floods } from '../floods/port.ts';
import type { Social } from '../social/port.ts';
import type { SecondFactor } from '../two-factor/port.ts';
import type { Phones } from './service.ts';

type Deps = {
  clock: Clock;
  floods: Floods;
  gate: Gate;
  phones: Phones;
  social: Pick<Social, 'telegramLink'>;
  edition: { blockedRegions: readonly string[]; phone?: { proof: string } | undefined };
};

type Factors = z.output<typeof requestPhoneVerify.body>;
const factorOf = ({ otpCode, backupCode, passkey }: Factors): SecondFactor | undefined => {
  if (otpCode !== undefined) return { otpCode };
  if (passkey !== undefined) return { passkey };
  return backupCode === undefined ? undefined : { backupCode };
};

const VERIFIED = ok({ verified: true } as const);

/** GET /users/check-phone, and POST /users/request-phone-verify, /users/confirm-phone-verify and /users/request-phone-contact. */
export const registerPhoneRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { clock, floods, gate, phones, social, edition } = deps;
  serveCall(app, checkPhone, async (_input, request) => {
    const now = clock.now();
    const { userId } = await gate.require(request.headers.authorization, now);
    await phones.check(userId, now);
    return VERIFIED;
  });
  serveCall(
    app,
    requestPhoneVerify,
    async ({ body }, request) => {
      const now = clock.now();
      const authority = await gate.require(request.headers.authorization, now);
      await floods.admit('sms', request, now);
      const { phoneNumber, channel: asked } = body;
      const client = clientOf(request);
      const from = { authority, factor: factorOf(body), phoneNumber, channel: asked, client };
      const { requestKey, ...metadata } = await phones.request(from, now);
      return { ...ok({ code: requestKey }), metadata };
    },
    { body: requestPhoneVerifySchemaFor(edition.blockedRegions) },
  );
  serveCall(app, confirmPhoneVerify, async ({ body }, request) => {
    const now = clock.now();
    const { userId } = await gate.require(request.headers.authorization, now);
    await phones.confirm({ userId, ...body, client: clientOf(request) }, now);
    return VERIFIED;
  });
  serveCall(app, requestPhoneContact, async ({ body }, request) => {
    const now = clock.now();
    const authority = await gate.require(request.headers.authorization, now);
    if (edition.phone?.proof !== 'telegram-contact') throw new AppError('request.not_found');
    const client = clientOf(request);
    await phones.admitContact({ authority, factor: factorOf(body), client }, now);
    return ok(await social.telegramLink({ userId: authority.userId, client, provesPhone: true }, now));
  });
};
