import { login, logout } from '@laurel/contracts/calls/account';
import { LOGIN_ACTIONS, NOTICES } from '@laurel/contracts/errors';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { serveCall } from '../../http/call.ts';
import { clientOf } from '../../http/client.ts';
import { readDeviceCookie, setDeviceCookie } from '../../http/device-cookie.ts';
import type { Gate } from '../../http/gate.ts';
import { setSetupCookie, setupTokenOf } from '../../http/setup-cookie.ts';
import type { Floods } from '../floods/port.ts';
import type { Login, LoginResult } from './login.service.ts';

type Deps = {
  clock: Clock;
  floods: Floods;
  gate: Gate;
  login: Login;
  publicUrl: string;
  endSession(sessionId: string, now: Date): Promise<void>;
};

const replyOf = (result: LoginResult): z.output<(typeof login)['reply']> => {
  switch (result.step) {
    case 'set_up_two_factor':
      return {
        success: true,
        message: NOTICES.twoFactorNeeded,
        data: { requestKey: result.requestKey, qrCode: result.qrCode },
        metadata: { action: LOGIN_ACTIONS.linkAuthenticator },
      };
    case 'prove_two_factor': {
      const { step: _step, ...data } = result;
      return {
        success: true,
        message: NOTICES.otpNeeded,
        data,
        metadata: { action: LOGIN_ACTIONS.verifyOtp },
      };
    }
    case 'open_session':
      return { success: true, data: { token: result.token, user: result.user } };
  }
};

/** POST /users/login and POST /users/logout. */
export const registerSessionRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { clock, gate, publicUrl } = deps;
  serveCall(app, login, async ({ body }, request, reply) => {
    const now = clock.now();
    await deps.floods.admit('login', request, now);
    const setupToken = setupTokenOf(request, publicUrl);
    const attempt = {
      login: body.login,
      password: body.password,
      deviceToken: readDeviceCookie(request, publicUrl),
      setupToken,
      client: clientOf(request),
    };
    const result = await deps.login.attempt(attempt, now);
    if (result.step === 'open_session') setDeviceCookie(reply, result.deviceToken, publicUrl);
    if (result.step === 'set_up_two_factor') setSetupCookie(reply, setupToken, publicUrl);
    return replyOf(result);
  });
  serveCall(app, logout, async (_input, request) => {
    const now = clock.now();
    const { sessionId } = await gate.require(request.headers.authorization, now);
    await deps.endSession(sessionId, now);
    return { success: true } as const;
  });
};
