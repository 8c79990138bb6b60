import * as calls from '@laurel/contracts/console/calls/stage';
import type { FastifyInstance } from 'fastify';
import { DONE, organiserOf, serveConsoleCall } from '../../http/console-call.ts';
import { serveDownload } from '../../http/console-files.ts';
import type { StageService } from './service.ts';

/** The ceremony's show: what the projector loads, and what its remote changes. */
export const registerStageConsoleRoutes = (app: FastifyInstance, { stage }: { stage: StageService }): void => {
  serveConsoleCall(app, calls.readStage, () => stage.show());
  serveConsoleCall(app, calls.readStageState, () => stage.state());
  serveConsoleCall(app, calls.moveStage, ({ body }, person) => stage.move(person, body));
  serveConsoleCall(app, calls.planStage, async ({ body }, person) => {
    await stage.plan(person, body);
    return DONE;
  });
  serveConsoleCall(app, calls.restartStage, async ({ body }, person) => {
    await stage.restart(organiserOf(person, body));
    return DONE;
  });
  serveConsoleCall(app, calls.readStageCodes, (_input, person) => stage.codes(person));
  serveDownload(app, calls.readStageLogo, async ({ params }) => stage.logo(params.file));
};
