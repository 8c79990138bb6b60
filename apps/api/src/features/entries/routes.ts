import { addEntry, type Entry, myEntries, withdrawEntry } from '@laurel/contracts/calls/entries';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { ok, serveCall } from '../../http/call.ts';
import type { Gate, SessionUserId } from '../../http/gate.ts';
import type { Entries } from './service.ts';

type Deps = {
  clock: Clock;
  gate: Gate;
  entries: Entries;
  entriesOf(userId: SessionUserId): Promise<Entry[]>;
};

/** POST /entries, GET /entries/mine and DELETE /entries/:id. */
export const registerEntryRoutes = (app: FastifyInstance, { clock, gate, entries, entriesOf }: Deps): void => {
  serveCall(app, addEntry, async ({ body }, request) => {
    const now = clock.now();
    const { userId } = await gate.require(request.headers.authorization, now);
    return ok(await entries.put(userId, body, now));
  });
  serveCall(app, myEntries, async (_, request) => {
    const { userId } = await gate.require(request.headers.authorization, clock.now());
    return entriesOf(userId);
  });
  serveCall(app, withdrawEntry, async ({ params }, request) => {
    const now = clock.now();
    const { userId } = await gate.require(request.headers.authorization, now);
    await entries.withdraw(userId, params.id, now);
    return { success: true } as const;
  });
};
