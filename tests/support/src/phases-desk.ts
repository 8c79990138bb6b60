import type { LightMyRequestResponse } from 'fastify';
import { beforeAll } from 'vitest';
import type { ConsoleClient } from './console.ts';
import { useConsoleDesk } from './console-desk.ts';
import { importTestEdition } from './harness.ts';
import { type EditionFolder, useEditionFolder } from './hooks.ts';

const HOUR_MS = 3_600_000;
export const REASON = { reason: 'the jury asked' };

// biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer, as LightMyRequestResponse.json() gives it
type Json = any;

/** An API with a console, two organisers and an auditor, and a folder with an edition that asks for two approvals. */
export const usePhasesDesk = () => {
  const guarded: EditionFolder = useEditionFolder();
  const desk = Object.assign(useConsoleDesk(), {} as { auditor: ConsoleClient });
  beforeAll(async () => {
    guarded.edit('edition.yaml', /$/, '\napprovals: 2\n');
    desk.auditor = await desk.console.member('Auditor', 'auditor');
  });

  const read = async (person = desk.olena): Promise<Json> => (await person.get('/phases')).json();
  const publish = async (folder?: string): Promise<void> => {
    await importTestEdition(desk.owner, folder);
    await desk.api.deps.served.refresh();
    await desk.api.deps.phases.refresh();
  };
  /** Changes the phases as the page does: with the state that was just read. */
  const change = async (path: string, body: object = {}, person = desk.olena): Promise<LightMyRequestResponse> =>
    person.post(path, { ...REASON, expected: (await read()).moved, ...body });
  const times = async (): Promise<Json[]> =>
    (await desk.owner.query('SELECT DISTINCT opens_at AS opens, closes_at AS closes FROM categories')).rows;
  const phase = async (): Promise<string> => (await desk.api.get('/edition')).json().data.phase;
  return Object.assign(desk, {
    guarded,
    publish,
    read,
    change,
    times,
    /** Publishes an edition without moved times and proposals, and confirms both organisers with their passkeys. */
    reset: async (folder?: string): Promise<void> => {
      await desk.owner.query('DELETE FROM phase_times');
      await desk.owner.query('DELETE FROM phase_proposals');
      await publish(folder);
      await Promise.all([desk.olena.confirm(), desk.taras.confirm()]);
    },
    inHours: (hours: number): string => new Date(desk.api.clock.now().getTime() + hours * HOUR_MS).toISOString(),
    move: (moves: object, person = desk.olena): Promise<LightMyRequestResponse> =>
      change('/phases/move', { move: moves }, person),
    decide: (id: number, step: 'approve' | 'refuse', person = desk.taras): Promise<LightMyRequestResponse> =>
      person.post(`/phases/proposals/${id}/${step}`, REASON),
    everything: async (): Promise<unknown[]> => [
      await times(),
      (await desk.owner.query('SELECT * FROM phase_times')).rows,
      await desk.lastEntry(),
    ],
    /** The phase a second later. */
    later: async (): Promise<string> => {
      desk.api.clock.advance(1_000);
      return phase();
    },
  });
};
