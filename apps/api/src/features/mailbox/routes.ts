import { forgotPassword, resendEmailCode, resetPassword, verifyEmail } from '@laurel/contracts/calls/account';
import { LOGIN_ACTIONS, NOTICES } from '@laurel/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { ok, serveCall } from '../../lib/call.ts';
import { clientOf } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Floods } from '../../lib/floods.ts';
import type { Mailbox } from './service.ts';

type Given = { clock: Clock; floods: Floods; mailbox: Mailbox };

/** POST /users/verify-email, /users/resend-email-code, /users/forgot-password and /users/reset-password. */
export const registerMailboxRoutes = (app: FastifyInstance, { clock, floods, mailbox }: Given): void => {
  serveCall(app, verifyEmail, async ({ body }, request) => ({
    ...ok(await mailbox.verify({ ...body, client: clientOf(request) }, clock.now())),
    message: NOTICES.twoFactorNeeded,
    metadata: { action: LOGIN_ACTIONS.linkAuthenticator },
  }));
  serveCall(app, resendEmailCode, async ({ body }, request) => {
    const now = clock.now();
    await floods.admit('mail', request, now);
    return ok({ code: await mailbox.resend(body.login, clientOf(request), now) });
  });
  serveCall(app, forgotPassword, async ({ body }, request) => {
    const now = clock.now();
    await floods.admit('mail', request, now);
    return ok({ code: await mailbox.forgot(body.login, clientOf(request), now) });
  });
  serveCall(app, resetPassword, async ({ body }, request) => {
    await mailbox.reset({ ...body, client: clientOf(request) }, clock.now());
    return { success: true } as const;
  });
};
