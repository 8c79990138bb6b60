import { requestVerification, telegramLink, verificationLogs } from '@laurel/contracts/calls/verification';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { ok, serveCall } from '../../http/call.ts';
import { clientOf } from '../../http/client.ts';
import type { Gate } from '../../http/gate.ts';
import type { Social } from './port.ts';

type Deps = { clock: Clock; gate: Gate; social: Social };

/** POST /users/verification, GET /users/verification/telegram-link and GET /users/logs/:id. */
export const registerSocialRoutes = (app: FastifyInstance, { clock, gate, social }: Deps): void => {
  serveCall(app, requestVerification, async ({ body: { tag } }, request) => {
    const now = clock.now();
    const { userId } = await gate.require(request.headers.authorization, now);
    return ok(await social.submitInstagram({ userId, tag, client: clientOf(request) }, now));
  });
  serveCall(app, telegramLink, async (_input, request) => {
    const now = clock.now();
    const { userId } = await gate.require(request.headers.authorization, now);
    return ok(await social.telegramLink({ userId, client: clientOf(request) }, now));
  });
  serveCall(app, verificationLogs, async ({ params: { id } }, request) => {
    const now = clock.now();
    const { userId } = await gate.require(request.headers.authorization, now);
    const { lines, proofCode } = await social.logs(userId, id, now);
    const data = lines.map((line) => ({ ...line, createdAt: line.createdAt.toISOString() }));
    return { ...ok(data), ...(proofCode === undefined ? {} : { metadata: { proofCode } }) };
  });
};
