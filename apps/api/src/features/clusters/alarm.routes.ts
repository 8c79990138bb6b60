import * as calls from '@laurel/contracts/console/calls/alarms';
import type { FastifyInstance } from 'fastify';
import { DONE, serveConsoleCall } from '../../http/console-call.ts';
import type { Alarm } from './alarm.service.ts';

/** How a person is told of suspicious votes: each person's own setting. */
export const registerAlarmConsoleRoutes = (app: FastifyInstance, { alarm }: { alarm: Alarm }): void => {
  serveConsoleCall(app, calls.readAlarm, (_input, { id }) => alarm.read(id));
  serveConsoleCall(app, calls.setAlarm, async ({ body }, { id, actor }) => {
    await alarm.set({ memberId: id, ...body }, actor);
    return DONE;
  });
};
