import { randomUUID } from 'node:crypto';
import { createPresence } from '../features/operations/processes.service.ts';
import { removeProcess, writeProcess } from '../features/operations/processes.store.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Tells the database that this process is alive, and how many sockets it has. */
export const wirePresence = ({ db, clock, logger }: Infrastructure, gateway: { readonly connections: number }) =>
  createPresence({
    id: randomUUID(),
    startedAt: clock.now(),
    sockets: () => gateway.connections,
    write: (state) => writeProcess(db, state),
    remove: (id) => removeProcess(db, id),
    onError: (error) => logger.warn({ err: error }, 'this process could not say that it is alive'),
  });
