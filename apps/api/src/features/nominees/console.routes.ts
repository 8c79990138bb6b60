import * as calls from '@laurel/contracts/console/calls/kits';
import type { FastifyInstance } from 'fastify';
import { ok } from '../../http/call.ts';
import { DONE, organiserOf, serveConsoleCall } from '../../http/console-call.ts';
import type { Kits } from './kits.service.ts';

/** The secret links to nominees' kits: read, made and revoked. */
export const registerKitConsoleRoutes = (app: FastifyInstance, { kits }: { kits: Kits }): void => {
  serveConsoleCall(app, calls.readKits, async () => ({ nominees: await kits.list() }));
  serveConsoleCall(app, calls.linkKit, async ({ params, body }, { actor }) => ok(await kits.link(params, body, actor)));
  serveConsoleCall(app, calls.draftKit, async ({ params }, { actor }) => ok(await kits.draft(params, actor)));
  serveConsoleCall(app, calls.revokeKit, async ({ params, body }, person) => {
    await kits.revoke(params, organiserOf(person, body));
    return DONE;
  });
};
