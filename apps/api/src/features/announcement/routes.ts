import { tellWinners } from '@laurel/contracts/calls/account';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { serveCall } from '../../http/call.ts';
import type { Gate } from '../../http/gate.ts';
import type { Announcement } from './service.ts';

type Deps = { clock: Clock; gate: Gate; announcement: Announcement };

/** POST /users/tell-winners. */
export const registerAnnouncementRoutes = (app: FastifyInstance, { clock, gate, announcement }: Deps): void => {
  serveCall(app, tellWinners, async ({ body }, request) => {
    const { userId } = await gate.require(request.headers.authorization, clock.now());
    await announcement.want(userId, body.wanted);
    return { success: true as const };
  });
};
