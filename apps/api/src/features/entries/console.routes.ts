import * as calls from '@laurel/contracts/console/calls/entries';
import type { FastifyInstance } from 'fastify';
import { ok } from '../../http/call.ts';
import { DONE, serveConsoleCall } from '../../http/console-call.ts';
import type { EntriesDesk } from './desk.service.ts';

/** The desk of what people put forward. */
export const registerEntriesConsoleRoutes = (
  app: FastifyInstance,
  { entriesDesk: desk }: { entriesDesk: EntriesDesk },
): void => {
  serveConsoleCall(app, calls.readEntries, ({ query }) => desk.read(query));
  serveConsoleCall(app, calls.readCandidate, ({ params }) => desk.candidate(params.id));
  serveConsoleCall(app, calls.mergeCandidate, async ({ params, body }, { actor }) =>
    ok(await desk.change({ kind: 'merge', ...params, ...body }, actor)),
  );
  serveConsoleCall(app, calls.splitCandidate, async ({ params, body }, { actor }) =>
    ok(await desk.change({ kind: 'split', ...params, ...body }, actor)),
  );
  serveConsoleCall(app, calls.moveCandidate, async ({ params, body: { reason, ...to } }, { actor }) =>
    ok(await desk.change({ kind: 'move', ...params, to, reason }, actor)),
  );
  serveConsoleCall(app, calls.acceptCandidate, async ({ params, body }, { actor }) =>
    ok(await desk.change({ kind: 'accept', ...params, ...body }, actor)),
  );
  serveConsoleCall(app, calls.rejectCandidate, async ({ params, body }, { actor }) =>
    ok(await desk.change({ kind: 'reject', ...params, ...body }, actor)),
  );
  serveConsoleCall(app, calls.reopenCandidate, async ({ params, body }, { actor }) =>
    ok(await desk.change({ kind: 'reopen', ...params, ...body }, actor)),
  );
  serveConsoleCall(app, calls.undoStep, async ({ params, body }, { actor }) => {
    await desk.undo(params.id, { actor, reason: body.reason });
    return DONE;
  });
};
