import * as calls from '@laurel/contracts/console/calls/preview';
import type { FastifyInstance } from 'fastify';
import { ok } from '../../http/call.ts';
import { DONE, serveConsoleCall } from '../../http/console-call.ts';
import type { PreviewDesk } from './desk.service.ts';

/** The address of a draft's preview: made, ended, and until when there is one. */
export const registerPreviewConsoleRoutes = (app: FastifyInstance, { previews }: { previews: PreviewDesk }): void => {
  serveConsoleCall(app, calls.readPreview, async ({ params }) => ({
    expiresAt: (await previews.end(params.id))?.toISOString() ?? null,
  }));
  serveConsoleCall(app, calls.sharePreview, async ({ params, body }, { actor }) => {
    const { url, endsAt } = await previews.share(params.id, body.days, actor);
    return ok({ url, expiresAt: endsAt.toISOString() });
  });
  serveConsoleCall(app, calls.endPreview, async ({ params }, { actor }) => {
    await previews.stop(params.id, actor);
    return DONE;
  });
};
