import { forgotPassword, resendEmailCode, resetPassword, verifyEmail } from '@laurel/contracts/calls/account';
import { LOGIN_ACTIONS, NOTICES } from '@laurel/contracts/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../clock.ts';
import { ok, serveCall } from '../../http/call.ts';
import { clientOf } from '../../http/client.ts';
import { readDeviceCookie } from '../../http/device-cookie.ts';
import { setSetupCookie, setupTokenOf } from '../../http/setup-cookie.ts';
import type { Floods } from '../floods/port.ts';
import type { Mailbox } from './mailbox.service.ts';

type Deps = { clock: Clock; floods: Floods; mailbox: Mailbox; publicUrl: string };

const mailRequestOf = (login: string, request: FastifyRequest, publicUrl: string) => ({
  login,
  deviceToken: readDeviceCookie(request, publicUrl),
  client: clientOf(request),
});

/** POST /users/verify-email, /users/resend-email-code, /users/forgot-password and /users/reset-password. */
export const registerMailboxRoutes = (app: FastifyInstance, { clock, floods, mailbox, publicUrl }: Deps): void => {
  serveCall(app, verifyEmail, async ({ body }, request, reply) => {
    const setupToken = setupTokenOf(request, publicUrl);
    const answer = { ...body, setupToken, client: clientOf(request) };
    const { setup, repeated } = await mailbox.verify(answer, clock.now());
    setSetupCookie(reply, setupToken, publicUrl);
    if (repeated) throw new AppError('email_code.used', { data: setup });
    return {
      ...ok(setup),
      message: NOTICES.twoFactorNeeded,
      metadata: { action: LOGIN_ACTIONS.linkAuthenticator },
    };
  });
  serveCall(app, resendEmailCode, async ({ body }, request) => {
    const now = clock.now();
    await floods.admit('mail', request, now);
    return ok({ code: await mailbox.resend(mailRequestOf(body.login, request, publicUrl), now) });
  });
  serveCall(app, forgotPassword, async ({ body }, request) => {
    const now = clock.now();
    await floods.admit('mail', request, now);
    return ok({ code: await mailbox.forgot(mailRequestOf(body.login, request, publicUrl), now) });
  });
  serveCall(app, resetPassword, async ({ body }, request) => {
    await mailbox.reset({ ...body, client: clientOf(request) }, clock.now());
    return { success: true } as const;
  });
};
