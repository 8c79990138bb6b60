import * as calls from '@laurel/contracts/console/calls/entries';
import type { FastifyInstance } from 'fastify';
import { ok } from '../../http/call.ts';
import { DONE, serveConsoleCall } from '../../http/console-call.ts';
import type { TeamMember } from '../../http/console-gate.ts';
import type { EntriesDesk } from './desk.service.ts';
import type { Change } from './desk.store.ts';

/** The desk of what people put forward. */
export const registerEntriesConsoleRoutes = (
  app: FastifyInstance,
  { entriesDesk: desk }: { entriesDesk: EntriesDesk },
): void => {
  serveConsoleCall(app, calls.readEntries, ({ query }) => desk.read(query));
  serveConsoleCall(app, calls.readCandidate, ({ params }) => desk.candidate(params.id));
  type Input = { params: { id: number }; body: Omit<Change, 'kind' | 'id'> };
  const step =
    (kind: calls.StepKind) =>
    async ({ params, body }: Input, { actor }: TeamMember) =>
      ok(await desk.change({ kind, ...params, ...body }, actor));
  serveConsoleCall(app, calls.mergeCandidate, step('merge'));
  serveConsoleCall(app, calls.splitCandidate, step('split'));
  serveConsoleCall(app, calls.moveCandidate, step('move'));
  serveConsoleCall(app, calls.acceptCandidate, step('accept'));
  serveConsoleCall(app, calls.rejectCandidate, step('reject'));
  serveConsoleCall(app, calls.reopenCandidate, step('reopen'));
  serveConsoleCall(app, calls.undoStep, async ({ params, body }, { actor }) => {
    await desk.undo(params.id, { actor, reason: body.reason });
    return DONE;
  });
};
